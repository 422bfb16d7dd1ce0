/** Words in a row that are no accident. */
const RUN = 8

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? []

/**
 * Returns whether a text repeats eight words in a row of another, whatever stands between them: an
 * agent must not tell its instructions (decision 0082). Pure.
 */
export function repeatsText(text: string, other: string): boolean {
  const words = wordsOf(text)
  if (words.length < RUN) return false
  const known = ` ${wordsOf(other).join(' ')} `
  return words.some((_, i) => i + RUN <= words.length && known.includes(` ${words.slice(i, i + RUN).join(' ')} `))
}
