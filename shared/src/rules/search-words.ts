/** Words of a text for the search, and the positions of searched words in a text. */

/** Maximum searched words; further ones are ignored. */
const MAX_TERMS = 8
/** Maximum graphemes of a word. */
const MAX_WORD_LENGTH = 40

/** Returns words without accents, case and decoration: `Bônus-João 😀` → bonus, joao, 😀. */
export const searchWords = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu) ?? []
  ).map(word => [...word].slice(0, MAX_WORD_LENGTH).join(''))

/** Returns the searched terms: each of them must begin a word. */
export const searchedTerms = (text: string): string[] => [...new Set(searchWords(text))].slice(0, MAX_TERMS)

/** Returns whether each of the terms begins one of the words. */
export const haveTerms = (words: readonly string[], terms: readonly string[]): boolean =>
  terms.every(term => words.some(word => word.startsWith(term)))

export type Range = { start: number; end: number }

/** Matches a word as it is written, with combining accents. */
const WRITTEN = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu

/**
 * Returns where words of a text begin with one of the terms, in UTF-16 units: the searched part of
 * each word.
 */
export function foundRanges(text: string, terms: readonly string[]): Range[] {
  const ranges: Range[] = []
  if (terms.length === 0) return ranges
  for (const { 0: written, index: start } of text.matchAll(WRITTEN)) {
    const normalized = searchWords(written)
    const lengths = terms.flatMap(term => (normalized.some(word => word.startsWith(term)) ? [[...term].length] : []))
    if (lengths.length === 0) continue
    // A word that normalizes to several words is marked whole.
    const length = normalized.length === 1 ? writtenLength(written, Math.max(...lengths)) : written.length
    ranges.push({ start, end: start + length })
  }
  return ranges
}

/**
 * Returns the length of the part of a written word that normalizes to its first `letters` letters.
 */
function writtenLength(written: string, letters: number): number {
  let length = 0
  let normalized = 0
  for (const sign of written) {
    const more = [...(searchWords(sign)[0] ?? '')].length
    // Combining accents after the last letter belong to it.
    if (normalized >= letters && more > 0) break
    normalized += more
    length += sign.length
  }
  return length
}

/** UTF-16 units that a line shows before the first found word. */
const BEFORE = 32

/**
 * Returns one line of a text, at most `most` UTF-16 units and two ellipses long, that contains the
 * first found word; the beginning of the text if none is found.
 */
export function lineAround(text: string, terms: readonly string[], most: number): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  if (line.length <= most) return line
  const found = foundRanges(line, terms)[0]?.start ?? 0
  const wanted = found + most / 2 > line.length ? line.length - most : found - BEFORE
  const start = wanted <= 0 ? 0 : afterSpace(line, whole(line, wanted), found)
  const end = whole(line, Math.min(line.length, start + most))
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`
}

/** Moves the start of a line to the next word, if one begins soon. */
function afterSpace(line: string, at: number, most: number): number {
  const space = line.indexOf(' ', at)
  return space === -1 || space >= most ? at : space + 1
}

/** Returns the position itself, or the one before if it would split a surrogate pair. */
const whole = (line: string, at: number): number => {
  const unit = line.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
