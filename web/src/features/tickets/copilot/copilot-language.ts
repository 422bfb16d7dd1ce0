import { currentLanguage } from '#/lib/i18n.ts'
import { localValue } from '#/lib/local-value.ts'

/** Languages that a text is translated into, beside the contact's own. */
export const TRANSLATED = ['pt', 'en', 'es', 'fr', 'de', 'it', 'zh', 'ja', 'ar'] as const

const isKnown = (code: string | null): code is string => TRANSLATED.some(each => each === code)

/** Language that this browser last translated into; empty for the contact's. */
export const copilotLanguage = localValue(
  'copilot-language',
  raw => (isKnown(raw) ? raw : ''),
  code => code,
)

/** Returns the name of a language as the interface's language writes it: "francês". */
export const nameOfLanguage = (code: string): string =>
  new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(code) ?? code
