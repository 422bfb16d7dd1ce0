const BRAZIL = '55'

/**
 * Returns the digits of a typed phone number, without punctuation, a leading + or an international
 * 00.
 */
const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^00/, '')

/**
 * Returns a number as WhatsApp writes it: digits with country code. Ten or eleven digits that form
 * a Brazilian number (area code 11-99, then a landline or a mobile) get the missing 55; everything
 * else is taken as international.
 */
export function normalizeNumber(text: string): string {
  const digits = digitsOf(text).replace(/^0+(?=[1-9]\d{9,10}$)/, '')
  const national = /^[1-9][1-9](9\d{8}|[2-8]\d{7}|9\d{7})$/.test(digits)
  return national && !text.trim().startsWith('+') ? BRAZIL + digits : digits
}

/**
 * Returns the spellings of one person's number, the given one first. Brazilian mobiles got a ninth
 * digit (a 9 before the eight): WhatsApp knows older accounts without it, people type it. Landlines
 * and other countries have one spelling.
 */
export function numberVariants(number: string): string[] {
  const mobile = /^55([1-9][1-9])(9?)([6-9]\d{7})$/.exec(number)
  if (!mobile) return [number]
  const [, area, ninth, rest] = mobile
  return [number, ninth ? `${BRAZIL}${area}${rest}` : `${BRAZIL}${area}9${rest}`]
}

/**
 * Returns the spelling of a person's number with the ninth digit, if it has two: the same for both.
 */
export const longSpelling = (number: string): string =>
  numberVariants(number).reduce((longest, other) => (other.length > longest.length ? other : longest))

/** Returns the spelling without it: the same for both. */
export const shortSpelling = (number: string): string =>
  numberVariants(number).reduce((shortest, other) => (other.length < shortest.length ? other : shortest))

/**
 * Returns the number typed into a search, as WhatsApp writes it; null if the text is something
 * else, or too short to be called: a number has its area code and at most the fifteen digits of any
 * number.
 */
export function typedNumber(text: string): string | null {
  const typed = text.trim()
  if (!/^\+?[\d\s().\-/]+$/.test(typed)) return null
  const number = normalizeNumber(typed)
  return /^\d{10,15}$/.test(number) ? number : null
}
