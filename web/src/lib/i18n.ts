import i18next, { type Namespace } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { whenIdle } from './when-idle.ts'

export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

/** Name of each language in that language, and the tag for <html lang>, spell checkers and Intl. */
export const languageNames: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' }
export const languageTags: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

/** Lists of the files with texts, one for each language: a page needs those of its own alone. */
const filesOf: Record<Language, () => Promise<typeof import('#/locales/pt.ts')>> = {
  pt: () => import('#/locales/pt.ts'),
  en: () => import('#/locales/en.ts'),
  es: () => import('#/locales/es.ts'),
}

/** Reads the texts of a namespace. Throws if there are none. */
async function readTexts(language: Language, namespace: string): Promise<Record<string, unknown>> {
  const { default: files } = await filesOf[language]()
  const load = files[`./${language}/${namespace}.${namespace === 'errors' ? 'ts' : 'json'}`]
  if (!load) throw new Error(`no texts ${language}/${namespace}`)
  return (await load()).default
}

/**
 * Returns the kept choice of the person, else Portuguese, whatever the browser prefers.
 */
function storedLanguage(): Language {
  try {
    const stored = localStorage.getItem('balcao.language')
    return languages.find(language => language === stored) ?? 'pt'
  } catch {
    return 'pt'
  }
}

/**
 * Plural of all three languages: one of something, else many. The rules of CLDR would say "0 item"
 * in Portuguese, and ask for a third form from a million on, which no text has.
 */
const pluralRule = {
  select: (count: number) => (count === 1 ? 'one' : 'other'),
  resolvedOptions: () => ({ pluralCategories: ['one', 'other'] }),
}

/**
 * Starts i18next with the texts every screen needs; the other areas' texts load with their screens
 * (`loadTexts`).
 * @param first the namespaces to load; the page leaves out the error texts and fetches them after
 * its first screen (`loadErrorTexts`)
 */
export async function startI18n(language: Language = storedLanguage(), first = ['common', 'errors']) {
  await i18next
    .use({
      type: 'backend' as const,
      init() {},
      read(lng: string, ns: string, done: (error: unknown, data: Record<string, unknown> | null) => void) {
        readTexts(lng as Language, ns).then(
          texts => done(null, texts),
          error => done(error, null),
        )
      },
    })
    .use(initReactI18next)
    .init({
      lng: language,
      // Every language has every text (`locales.test.ts`).
      fallbackLng: false,
      supportedLngs: [...languages],
      ns: first,
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  i18next.services.pluralResolver.getRule = () => pluralRule
  document.documentElement.lang = languageTags[language]
}

/**
 * Loads the texts of a screen. A route's loader calls it, so that a screen never shows before its
 * texts.
 */
export function loadTexts(...namespaces: Namespace[]) {
  return i18next.loadNamespaces(namespaces as string[])
}

/**
 * Loads the texts of errors and of validation after the first screen: until then nobody has done
 * anything that could be refused.
 */
export function loadErrorTexts() {
  whenIdle(() => i18next.loadNamespaces('errors'))
}

export function currentLanguage(): Language {
  return languages.find(language => language === i18next.language) ?? 'pt'
}

export async function changeLanguage(language: Language) {
  await i18next.changeLanguage(language)
  document.documentElement.lang = languageTags[language]
  try {
    localStorage.setItem('balcao.language', language)
  } catch {
    // Without storage the choice lasts for this visit only.
  }
}
