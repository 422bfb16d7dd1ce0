import { withoutDigits } from '@balcao/shared/rules/hidden-numbers.ts'
import { numberVariants, typedNumber } from '@balcao/shared/rules/phone-number.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import type { UserContext } from './context.ts'
import { hidesNumbers } from './hides-numbers.ts'

/** Row that is found by its number, or by the end of a ticket's protocol number. */
type Found = { id: string; number: string }

type Search = {
  /** Text to look for; null if nothing may be found by it. */
  text: string | null
  accept: (row: Found) => boolean
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i
/** Complete protocol number of a ticket: `20261120-9F3A1C`. */
const PROTOCOL = /^20\d{6}-([0-9a-f]{6})$/i

/**
 * Returns what a caller's search looks for. Without the right to see numbers, digits find a whole
 * number or a whole protocol number only: else a number could be read digit by digit.
 */
export async function searchOf(ctx: UserContext, typed: string): Promise<Search> {
  const text = typed.trim()
  const all = () => true
  if (text === '' || !/\d/.test(text.normalize('NFKD')) || UUID.test(text) || !(await hidesNumbers(ctx)))
    return { text: typed, accept: all }
  const protocol = PROTOCOL.exec(text)?.[1]?.toLowerCase()
  if (protocol) return { text, accept: ({ id }) => id.endsWith(protocol) }
  const number = typedNumber(text)
  if (number) {
    const spellings = numberVariants(number)
    return { text: number, accept: row => spellings.includes(row.number) }
  }
  return { text: withoutDigits(text) || null, accept: all }
}

/**
 * Returns whether a message may be found by these terms: without the right to see numbers, one with
 * digits has to be a whole word of it.
 */
export async function wordsMatch(ctx: UserContext, terms: readonly string[]): Promise<(text: string) => boolean> {
  const strict = terms.filter(term => /\d{3}/.test(term))
  if (strict.length === 0 || !(await hidesNumbers(ctx))) return () => true
  return text => {
    const words = new Set(searchWords(text))
    return strict.every(term => words.has(term))
  }
}
