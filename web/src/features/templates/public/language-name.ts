import { currentLanguage } from '#/lib/i18n.ts'

/** Returns the name of a template's language in the person's language: `pt_BR`. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(code.replace('_', '-')) ?? code
  } catch {
    return code
  }
}
