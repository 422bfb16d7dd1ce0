import { ERRORS, type Language } from '@balcao/shared/errors.ts'
import { noteTexts } from '@balcao/shared/rules/bot-notes.ts'

/**
 * Returns the texts of the error codes, and of the bots' notes, in one language:
 * `locales/<language>/errors.ts`. A build keeps nothing but these in the chunk (vite.config.ts),
 * since all languages together weigh more than many a screen.
 */
export const errorTexts = (language: Language): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(ERRORS).map(([code, texts]) => [code, texts[language]])),
  ...noteTexts(language),
})
