/**
 * Finding a row by any part of its number, of four digits or more. Each end of a number has an item,
 * so each part begins one; the other spellings that people use (country, ninth digit) are looked for
 * as what they are in the number that is kept.
 */
import { behindNinth, endsOf, keptEnds, type keptOf, LEAST_PART, numberTails, spellingsOf } from './search-item.ts'

type Kept = ReturnType<typeof keptOf>

/** Digits that follow the ninth digit of a mobile. */
const MOBILE = /^[6-9]/

/**
 * Returns what the items of rows begin with that `digits` may be a part of: as typed, without the
 * country, with the ninth digit put in or left out where it may stand. Half a read unit each.
 */
export function numberPrefixes(digits: string): string[] {
  const prefixes = new Set<string>()
  const nationals = [digits]
  if (digits.startsWith('55')) nationals.push(digits.slice(2))
  if (digits.startsWith('5')) nationals.push(digits.slice(1))
  for (const national of nationals)
    for (const spelling of ninthSpellings(national)) if (spelling.length >= 2) prefixes.add(spelling)
  return [...prefixes]
}

/** The ninth digit stands behind the area code, of which up to two digits may have been typed. */
function ninthSpellings(digits: string): string[] {
  const spellings = [digits]
  for (const area of [0, 1, 2]) {
    const [before, local] = [digits.slice(0, area), digits.slice(area)]
    if (before.startsWith('0')) continue
    if (MOBILE.test(local)) spellings.push(`${before}9${local}`)
    if (/^9($|[6-9])/.test(local)) spellings.push(before + local.slice(1))
  }
  return spellings
}

/** Returns what a row has items for, as far as digits find it. */
function tokensOf({ words, number, codes, byParts }: Kept, ticketId: string | undefined): string[] {
  const protocol = ticketId?.slice(-6).toLowerCase() ?? ''
  const before = numberTails(number).filter(tail => tail !== behindNinth(number))
  const [ends, ofProtocol] = byParts ? [keptEnds(number), endsOf(protocol)] : [before, [protocol]]
  return [...new Set([...words.split(' '), ...ends, ...codes.split(' '), ...ofProtocol])].filter(Boolean)
}

/**
 * Tells whether a row is found by `digits`, and by this item of all that lead to it: the first that a
 * search of these looks comes by, so that it stands in the list once.
 */
export function isFoundHere(
  kept: Kept,
  ticketId: string | undefined,
  token: string,
  { prefix, earlier }: { prefix: string; earlier: readonly string[] },
  digits: string,
): boolean {
  // Rows of before have an item behind the ninth digit; the one with that digit leads to them.
  if (token === behindNinth(kept.number) && !kept.words.split(' ').includes(token)) return false
  const tokens = tokensOf(kept, ticketId)
  const isFound = tokens.some(each => each.startsWith(digits)) || isPart(kept, digits)
  if (!isFound) return false
  const isAnother = (rival: string) =>
    earlier.some(each => rival.startsWith(each)) || (rival > token && rival.startsWith(prefix))
  return !tokens.some(isAnother)
}

/** Tells whether digits are a part of the number in one of its spellings. */
export const isPart = ({ number }: Kept, digits: string): boolean =>
  digits.length >= LEAST_PART && /^\d+$/.test(digits) && spellingsOf(number).some(each => each.includes(digits))

/** Tells whether an item is of an end inside a number's groups, which only four digits or more find. */
export const isInside = ({ number }: Kept, token: string, words: readonly string[]): boolean =>
  keptEnds(number).includes(token) && !numberTails(number).includes(token) && !words.includes(token)
