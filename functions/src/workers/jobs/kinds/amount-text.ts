import type { Language } from '@balcao/shared/rules/language.ts'

/**
 * Returns an amount in reais as a spreadsheet of the language reads it: two decimals, no currency.
 */
export const amountText = (reais: number, language: Language): string =>
  language === 'en' ? reais.toFixed(2) : reais.toFixed(2).replace('.', ',')
