/** The longest text WhatsApp sends, in UTF-16 units. */
export const TEXT_LIMIT = 65_536

/** How far before the cut the beginning of a character as people see it is looked for, in UTF-16 units. */
const WINDOW = 64

/** Ends a text, or stands alone, where something was too large to be kept: the interface says so in words. */
export const CUT_MARK = '[… ✂]'

let characters: Intl.Segmenter | undefined

/**
 * A text that every queue and table takes: half a surrogate pair, NUL and the two non-characters that XML forbids become
 * U+FFFD (SQS and DynamoDB refuse them, or replace them in their own way).
 */
export const wellFormed = (text: string): string => text.toWellFormed().replace(/[\0\uFFFE\uFFFF]/g, '\uFFFD')

/**
 * The beginning of a text, well-formed and at most `limit` UTF-16 units long (as `length` and zod count). The one way a
 * text of somebody is cut: never inside a code point, nor inside what people see as one character (flags, families,
 * accents) unless that alone is absurdly long.
 * @param mark ends a text that was cut; it counts too
 */
export function cutText(text: string, limit: number, mark = ''): string {
  if (text.length <= limit) return wellFormed(text)
  return wellFormed(text.slice(0, boundary(text, Math.max(0, limit - mark.length)))) + mark
}

/** The last place at or before `at` where a text may be cut. */
function boundary(text: string, at: number): number {
  const start = Math.max(0, at - WINDOW)
  // Made when it is needed: browsers load this module for its constants.
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
