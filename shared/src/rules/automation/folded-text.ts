import { normalizeName } from '../normalize-name.ts'

/** Text as conditions compare it, and its characters. */
export type FoldedText = { text: string; signs: readonly string[] }

let last: { of: string; folded: FoldedText } | undefined

/**
 * Returns a text without case and accents. The last one is remembered: hundreds of rules are asked
 * about the same words, and folding a long message takes longer than judging a rule.
 */
export function foldedText(of: string): FoldedText {
  if (last?.of !== of) {
    const text = normalizeName(of)
    last = { of, folded: { text, signs: [...text] } }
  }
  return last.folded
}
