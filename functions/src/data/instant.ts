const DAY_MS = 86_400_000
/** Limit beyond which years have more than four digits. */
const LAST = Date.UTC(10_000, 0)

const digits = (count: number) => Array.from({ length: 10 ** count }, (_, i) => String(i).padStart(count, '0'))
const [two, three] = [digits(2), digits(3)]

let day = Number.NaN
let date = ''

/**
 * Returns a time (epoch ms) in wire form, `2026-11-24T19:40:18.061Z`. A page has dozens of times of
 * the same day or two, and `toISOString` would compute each date again, which took a twentieth of a
 * list's time. Throws a RangeError for an invalid time.
 */
export function instant(at: number): string {
  if (!Number.isInteger(at) || at < 0 || at >= LAST) return new Date(at).toISOString()
  const today = Math.floor(at / DAY_MS)
  if (today !== day) {
    date = new Date(at).toISOString().slice(0, 11)
    day = today
  }
  const ms = at - today * DAY_MS
  const minutes = Math.floor(ms / 60_000)
  return `${date}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[Math.floor(ms / 1000) % 60]}.${three[ms % 1000]}Z`
}
