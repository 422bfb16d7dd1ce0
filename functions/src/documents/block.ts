/** Piece of a document as its reader finds it: a heading, or a paragraph (a row, a list item). */
export type Block = {
  /** Rank of a heading, 1 is the highest; 0 for text. */
  level: number
  text: string
}

/**
 * Maximum characters of a document that are kept: some 5,000 passages, a quarter of a company's.
 */
export const MAX_CHARACTERS = 5_000_000

/** Returns a text without control characters and marks that turn its direction, lines kept. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\f\v]/g, '\n')
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
