/** Singular and plural forms of a folded word (lower case, no accents), for searches. */

/**
 * Endings of plural and singular, the likeliest first: Portuguese (`limoes`, `papeis`, `bombons`,
 * `flores`), Spanish (`luces`, `limones`), English (`berries`, `boxes`).
 */
const ENDINGS: readonly (readonly [plural: string, singular: string])[] = [
  ['oes', 'ao'],
  ['aes', 'ao'],
  ['ais', 'al'],
  ['eis', 'el'],
  ['ois', 'ol'],
  ['uis', 'ul'],
  ['eis', 'il'],
  ['is', 'il'],
  ['ns', 'm'],
  ['ies', 'y'],
  ['ces', 'z'],
  ['s', ''],
  ['es', ''],
]

/** Shortest word that has another number: `gas` and `kit` stay what they are. */
const SHORTEST = 4
/** Shortest word that an ending may leave. */
const SHORTEST_LEFT = 3
/** Maximum number of forms returned. */
const MAX_FORMS = 4

const isWord = (word: string): boolean => /^\p{L}+$/u.test(word)

/**
 * Returns the other forms of a word that it does not itself begin: `cafes` → cafe; `limao` →
 * limoes. A plural that only adds letters begins with its singular, so a search by beginnings finds
 * it anyway. The list may hold words that do not exist; a search just finds nothing by them.
 */
export function numberForms(word: string): string[] {
  if (!isWord(word)) return []
  const forms = new Set<string>()
  const add = (from: string, to: string): void => {
    if (!word.endsWith(from)) return
    const stem = word.slice(0, word.length - from.length)
    const form = stem + to
    if (form.length >= SHORTEST_LEFT && !form.startsWith(word)) forms.add(form)
  }
  if (word.length >= SHORTEST) for (const [plural, singular] of ENDINGS) add(plural, singular)
  if (word.length >= SHORTEST_LEFT) for (const [plural, singular] of ENDINGS) if (singular) add(singular, plural)
  return [...forms].slice(0, MAX_FORMS)
}
