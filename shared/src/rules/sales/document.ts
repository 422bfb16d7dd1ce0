/**
 * Brazilian tax documents: CPF of persons (11 digits), CNPJ of companies (14 characters, since July
 * 2026 also letters except for the two check digits; Receita Federal, IN 2.229/2024). A character
 * counts as its ASCII code less 48, which is the digit itself for digits.
 */

const CPF = /^\d{11}$/
const CNPJ = /^[0-9A-Z]{12}\d{2}$/

/** Returns a document in its stored form: without punctuation, letters as capitals. */
export const documentSigns = (text: string): string => text.replace(/[\s.\-/]/g, '').toUpperCase()

const worthOf = (sign: string): number => sign.charCodeAt(0) - 48

/**
 * Returns the check digit of characters, with weights that rise from 2 from the right and restart
 * after `highest`.
 */
function checkDigit(signs: string, highest: number): number {
  const span = highest - 1
  const sum = [...signs].reverse().reduce((total, sign, i) => total + worthOf(sign) * (2 + (i % span)), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

const checks = (document: string, highest: number): boolean => {
  const body = document.slice(0, -2)
  const first = checkDigit(body, highest)
  return document.endsWith(`${first}${checkDigit(`${body}${first}`, highest)}`)
}

/** Returns whether all characters are the same: such a document passes the sum but is nobody's. */
const monotone = (document: string): boolean => new Set(document).size === 1

/** Returns whether bare characters are a CPF with right check digits. */
export const isCpf = (document: string): boolean => CPF.test(document) && !monotone(document) && checks(document, 11)

/** Returns whether bare characters are a CNPJ with right check digits. */
export const isCnpj = (document: string): boolean => CNPJ.test(document) && !monotone(document) && checks(document, 9)

/** Returns whether bare characters are a CPF or a CNPJ. */
export const isDocument = (document: string): boolean => isCpf(document) || isCnpj(document)

/**
 * Formats a document as people write it: `529.982.247-25`, `11.222.333/0001-81`; also a partly
 * typed one.
 */
export function formatDocument(document: string): string {
  const signs = documentSigns(document).slice(0, 14)
  const pattern = signs.length <= 11 && !/[A-Z]/.test(signs) ? [3, 3, 3, 2] : [2, 3, 3, 4, 2]
  const marks = pattern.length === 4 ? ['.', '.', '-'] : ['.', '.', '/', '-']
  let text = ''
  let at = 0
  for (const [i, length] of pattern.entries()) {
    const part = signs.slice(at, at + length)
    if (!part) break
    text += (i > 0 ? marks[i - 1] : '') + part
    at += length
  }
  return text
}
