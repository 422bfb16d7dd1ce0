/** Maximum length of a WhatsApp text, in UTF-16 units. */
export const TEXT_LIMIT = 65_536

/** Distance before the cut, in UTF-16 units, in which the start of a grapheme is searched. */
const WINDOW = 64

/**
 * Mark at the end of a text, or alone, where something was too large to be kept: the interface
 * explains it in words.
 */
export const CUT_MARK = '[… ✂]'

let characters: Intl.Segmenter | undefined

/**
 * Returns a text that every queue and table accepts: half a surrogate pair, NUL and the two
 * non-characters that XML forbids become U+FFFD (SQS and DynamoDB refuse them, or replace them
 * differently).
 */
export const wellFormed = (text: string): string => text.toWellFormed().replace(/[\0\uFFFE\uFFFF]/g, '\uFFFD')

/**
 * Returns the beginning of a text, well-formed and at most `limit` UTF-16 units long (as `length`
 * and zod count). All texts of people are cut here: never inside a code point, nor inside a
 * grapheme (flags, families, accents) unless that alone is absurdly long.
 * @param mark ends a text that was cut; it counts too
 */
export function cutText(text: string, limit: number, mark = ''): string {
  if (text.length <= limit) return wellFormed(text)
  return wellFormed(text.slice(0, boundary(text, Math.max(0, limit - mark.length)))) + mark
}

/** Returns the last position at or before `at` where a text may be cut. */
function boundary(text: string, at: number): number {
  const start = Math.max(0, at - WINDOW)
  // The segmenter is made on first use: browsers load this module for its constants.
  characters ??= new Intl.Segmenter('pt', { granularity: 'grapheme' })
  const within = characters.segment(text.slice(start, at + WINDOW)).containing(at - start)
  if (!within) return at
  if (within.index > 0 || start === 0) {
    const place = start + within.index
    if (place > 0 || at === 0) return place
  }
  return isLowHalf(text, at) ? at - 1 : at
}

const isLowHalf = (text: string, at: number): boolean => {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}
