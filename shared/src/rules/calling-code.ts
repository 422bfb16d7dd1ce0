/**
 * Country calling codes of two digits (ITU-T E.164); +1 and +7 have one digit, all others three.
 */
const TWO_DIGITS = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
)

/** Returns the country calling code at the beginning of a number in international digits. */
export function callingCodeOf(number: string): string {
  if (/^[17]/.test(number)) return number[0]!
  const two = number.slice(0, 2)
  return TWO_DIGITS.has(two) ? two : number.slice(0, 3)
}
