/** Returns the word that differs from a given one by the fewest changes of single letters. */
export function nearest(given: string, words: readonly string[]): string {
  const [best = ''] = [...words].sort((a, b) => distance(given, a) - distance(given, b))
  return best
}

/** Returns the number of letters to add, remove or replace between two words (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length]!
}
