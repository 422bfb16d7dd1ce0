import { normalizeName } from '../normalize-name.ts'
import { foldedText } from './folded-text.ts'

/**
 * Returns whether a whole text fits a pattern, in which `*` stands for any text and `?` for one
 * character; case and accents do not count. Takes time proportional to text by pattern at worst,
 * whoever wrote them: a regular expression of a user could take for ever.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const { signs } = foldedText(text)
  const wanted = [...normalizeName(pattern)]
  let at = 0
  let of = 0
  /** Position behind the last `*`, and of the text up to which it reaches. */
  let star = -1
  let reach = 0
  while (at < signs.length) {
    if (wanted[of] === '*') {
      star = ++of
      reach = at
    } else if (of < wanted.length && (wanted[of] === '?' || wanted[of] === signs[at])) {
      of += 1
      at += 1
    } else if (star >= 0) {
      of = star
      at = ++reach
    } else return false
  }
  return wanted.slice(of).every(sign => sign === '*')
}
