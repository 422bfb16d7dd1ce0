import { ERRORS } from '@balcao/shared/errors.ts'
import { noteTexts } from '@balcao/shared/rules/bot-notes.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { validationTexts } from '@balcao/shared/validation/problem-text.ts'

/**
 * Returns the texts of error codes, of bots' notes and of validation in one language:
 * `locales/<language>/errors.ts`. A build keeps nothing but these in the chunk (vite.config.ts),
 * since all languages together weigh more than many a screen.
 */
export const errorTexts = (language: Language): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(ERRORS).map(([code, texts]) => [code, texts[language]])),
  ...noteTexts(language),
  ...validationTexts(language),
})
