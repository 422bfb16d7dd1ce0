import { documentSigns, isDocument } from './sales/document.ts'

/** Signs that may be a CPF or a CNPJ, with or without the usual marks, within a sentence. */
const CANDIDATES =
  /(?<![0-9A-Z])(?:[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}|\d{3}\.?\d{3}\.?\d{3}-?\d{2})(?![0-9A-Z])/g

/** The CPF or CNPJ that a text is or holds, its check digits included, as it is kept; undefined where there is none. */
export function documentIn(text: string): string | undefined {
  const said = text.slice(0, 500).toUpperCase()
  const whole = documentSigns(said)
  if (isDocument(whole)) return whole
  return (said.match(CANDIDATES) ?? []).map(documentSigns).find(isDocument)
}
