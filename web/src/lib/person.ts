/**
 * Returns up to two initials of a name: of the first and last word; for a number, its last two
 * digits.
 */
export function initials(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = words[0]
  if (!first) return '?'
  if (/^\+?[\d\s()-]+$/.test(name)) return name.replace(/\D/g, '').slice(-2)
  const letter = (word: string) => [...word].find(char => /\p{L}|\p{N}/u.test(char))?.toUpperCase() ?? ''
  const last = words.length > 1 ? letter(words.at(-1) ?? '') : ''
  return letter(first) + last || '?'
}

/** Returns a constant hue of 0..359 for a name, so a person has one colour everywhere. */
export function personHue(name: string) {
  let hash = 2166136261
  for (const char of name.trim().toLowerCase()) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619)
  return ((hash >>> 0) % 24) * 15
}
