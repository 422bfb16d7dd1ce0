/**
 * Finds rows by any part of their number, of four digits or more. Each suffix of a number has an
 * item, so each part is the prefix of one. Other spellings in use (country code, ninth digit) are
 * converted to the stored form before the search.
 */
import { behindNinth, endsOf, keptEnds, type keptOf, MIN_PART_LENGTH, numberTails, spellingsOf } from './search-item.ts'

type Kept = ReturnType<typeof keptOf>

/** Digits that follow the ninth digit of a mobile number. */
const MOBILE = /^[6-9]/

/**
 * Returns the prefixes of items to look up for `digits`: as typed, without the country code, and
 * with the ninth digit added or removed where it may stand. Each costs half a read unit.
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

/**
 * Returns the spellings with the ninth digit after the area code, of which up to two digits may
 * have been typed.
 */
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

/** Returns the tokens of a row's items, as far as digits can find them. */
function tokensOf({ words, number, codes, byParts }: Kept, ticketId: string | undefined): string[] {
  const protocol = ticketId?.slice(-6).toLowerCase() ?? ''
  const before = numberTails(number).filter(tail => tail !== behindNinth(number))
  const [ends, ofProtocol] = byParts ? [keptEnds(number), endsOf(protocol)] : [before, [protocol]]
  return [...new Set([...words.split(' '), ...ends, ...codes.split(' '), ...ofProtocol])].filter(Boolean)
}

/**
 * Returns whether this item is the first of the row's items that a search for `digits` meets, so
 * that the row is listed once.
 */
export function isFoundHere(
  kept: Kept,
  ticketId: string | undefined,
  token: string,
  { prefix, earlier }: { prefix: string; earlier: readonly string[] },
  digits: string,
): boolean {
  // Older rows have an item for the number after its ninth digit; the item with that digit finds
  // them too.
  if (token === behindNinth(kept.number) && !kept.words.split(' ').includes(token)) return false
  const tokens = tokensOf(kept, ticketId)
  const isFound = tokens.some(each => each.startsWith(digits)) || isPart(kept, digits)
  if (!isFound) return false
  const isAnother = (rival: string) =>
    earlier.some(each => rival.startsWith(each)) || (rival > token && rival.startsWith(prefix))
  return !tokens.some(isAnother)
}

/** Returns whether digits are part of the number in one of its spellings. */
export const isPart = ({ number }: Kept, digits: string): boolean =>
  digits.length >= MIN_PART_LENGTH && /^\d+$/.test(digits) && spellingsOf(number).some(each => each.includes(digits))

/**
 * Returns whether an item holds a suffix that begins inside one of the number's groups, which only
 * four digits or more find.
 */
export const isInside = ({ number }: Kept, token: string, words: readonly string[]): boolean =>
  keptEnds(number).includes(token) && !numberTails(number).includes(token) && !words.includes(token)
