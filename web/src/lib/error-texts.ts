import { ERRORS, type Language } from '@balcao/shared/errors.ts'
import { noteTexts } from '@balcao/shared/rules/machine-notes.ts'

/**
 * The texts of the error codes, and of what machines note, in one language: `locales/<language>/errors.ts`, which in a build has nothing but
 * these (vite.config.ts), since all languages together weigh more than many a screen.
 */
export const errorTexts = (language: Language): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(ERRORS).map(([code, texts]) => [code, texts[language]])),
  ...noteTexts(language),
})
