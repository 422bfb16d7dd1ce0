import { documentSigns, isDocument } from './sales/document.ts'

/**
 * Matches characters that may be a CPF or a CNPJ within a sentence, with or without the usual
 * punctuation.
 */
const CANDIDATES =
  /(?<![0-9A-Z])(?:[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}|\d{3}\.?\d{3}\.?\d{3}-?\d{2})(?![0-9A-Z])/g

/**
 * Returns the CPF or CNPJ in a text in its stored form, with its check digits verified; undefined
 * if there is none.
 */
export function documentIn(text: string): string | undefined {
  const upper = text.slice(0, 500).toUpperCase()
  const whole = documentSigns(upper)
  if (isDocument(whole)) return whole
  return (upper.match(CANDIDATES) ?? []).map(documentSigns).find(isDocument)
}
