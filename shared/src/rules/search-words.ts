/** The words of a text as a search knows them, and where in a text those are that somebody looks for. */

/** Of what is typed; further words are not looked at. */
const MOST_TERMS = 8
/** Letters of a word, as people see them. */
const LONGEST_WORD = 40

/** Words without accents, case and decoration: `Bônus-João 😀` → bonus, joao, 😀. */
export const searchWords = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+|\p{Extended_Pictographic}/gu) ?? []
  ).map(word => [...word].slice(0, LONGEST_WORD).join(''))

/** What is looked for: each of these must begin a word. */
export const searchedTerms = (text: string): string[] => [...new Set(searchWords(text))].slice(0, MOST_TERMS)

/** Whether each of the terms begins one of the words. */
export const haveTerms = (words: readonly string[], terms: readonly string[]): boolean =>
  terms.every(term => words.some(word => word.startsWith(term)))

export type Range = { start: number; end: number }

/** A word as it is written, with the accents it may be spelled with. */
const WRITTEN = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu

/** Where words of a text begin with one of the terms, in UTF-16 units: as much of the word as was looked for. */
export function foundRanges(text: string, terms: readonly string[]): Range[] {
  const ranges: Range[] = []
  if (terms.length === 0) return ranges
  for (const { 0: written, index: start } of text.matchAll(WRITTEN)) {
    const folded = searchWords(written)
    const lengths = terms.flatMap(term => (folded.some(word => word.startsWith(term)) ? [[...term].length] : []))
    if (lengths.length === 0) continue
    // What folds into several words is marked whole.
    const length = folded.length === 1 ? writtenLength(written, Math.max(...lengths)) : written.length
    ranges.push({ start, end: start + length })
  }
  return ranges
}

/** How much of a written word the first `letters` of what it folds to are. */
function writtenLength(written: string, letters: number): number {
  let length = 0
  let folded = 0
  for (const sign of written) {
    const more = [...(searchWords(sign)[0] ?? '')].length
    // Accents behind the last letter belong to it.
    if (folded >= letters && more > 0) break
    folded += more
    length += sign.length
  }
  return length
}

/** Units before the first found word that a line shows. */
const BEFORE = 32

/**
 * One line of a text, at most `most` UTF-16 units and two ellipses long, in which the first found word stands; its beginning where none is
 * found.
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

/** A line begins with a word, where one begins soon. */
function afterSpace(line: string, at: number, most: number): number {
  const space = line.indexOf(' ', at)
  return space === -1 || space >= most ? at : space + 1
}

/** The place itself, or the one before where it would part a surrogate pair. */
const whole = (line: string, at: number): number => {
  const unit = line.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
