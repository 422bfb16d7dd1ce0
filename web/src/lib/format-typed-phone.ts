import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { formatPhone } from './format.ts'

/** Most digits of a phone number with its country's code (E.164). */
const MOST = 15
/** Digits of a Brazilian number without 55: an area code and eight or nine. */
const NATIONAL = 11

/** Returns the digits of a phone number, and a leading + where there is one. */
export function phoneSigns(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, MOST)
  return text.trim().startsWith('+') ? `+${digits}` : digits
}

/** Formats a Brazilian number without 55 as far as it is typed: "(11) 98765-4". */
function nationalPhone(digits: string): string {
  if (digits.length < 3) return digits
  const rest = digits.slice(2)
  const head = rest.length > 8 ? 5 : 4
  return `(${digits.slice(0, 2)}) ${rest.length > head ? `${rest.slice(0, head)}-${rest.slice(head)}` : rest}`
}

/** Returns whether signs are, or may become, a Brazilian number without 55. */
const isNational = (signs: string): boolean =>
  !signs.startsWith('+') &&
  signs.length <= NATIONAL &&
  (signs.length < NATIONAL - 1 || normalizeNumber(signs) !== signs)

/** Formats a phone number as far as it is typed; `signs` are those of `phoneSigns`. */
export function formatTypedPhone(signs: string): string {
  if (isNational(signs)) return nationalPhone(signs)
  const digits = signs.replace(/\D/g, '')
  const brazil = /^55(\d+)$/.exec(digits)
  if (brazil) return `+55 ${nationalPhone(brazil[1]!)}`
  return digits.length < 8 ? `+${digits}` : formatPhone(digits)
}

/** Returns a stored number, which has its country's code, as signs of a field; '' stays empty. */
export const withPlus = (number: string): string => number && `+${number}`
