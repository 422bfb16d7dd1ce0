/** Circled digits without a compatibility mapping: the character of 1 and how many there are. */
const CIRCLED: readonly (readonly [one: number, count: number])[] = [
  [0x2776, 10],
  [0x2780, 10],
  [0x278a, 10],
  [0x24f5, 10],
]
const OTHER: ReadonlyMap<string, string> = new Map([
  ['\u24ff', '0'],
  ['\u{1f10b}', '0'],
  ['\u{1f10c}', '0'],
  ['\u{1f51f}', '10'],
  ...CIRCLED.flatMap(([one, count]) =>
    Array.from({ length: count }, (_, at) => [String.fromCodePoint(one + at), String(at + 1)] as const),
  ),
  // Negative circled 11 to 20.
  ...Array.from({ length: 10 }, (_, at) => [String.fromCodePoint(0x24eb + at), String(at + 11)] as const),
])

const isDigit = (point: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(point))

/**
 * Returns the ASCII digit of a digit in any script. Digits of a script follow their zero (UAX #44,
 * numeric type Decimal) in runs of ten.
 */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0)!
  let first = point
  while (isDigit(first - 1)) first -= 1
  return String((point - first) % 10)
}

/**
 * Returns a text in compatibility form, with digits of any script and form (full-width, keycap,
 * circled, Arabic-Indic, mathematical) as ASCII ones and without invisible characters.
 */
export const plainDigits = (text: string): string =>
  text
    .replace(/[\u2776-\u2793\u24eb-\u24ff\u{1f10b}\u{1f10c}\u{1f51f}]/gu, sign => OTHER.get(sign) ?? sign)
    .normalize('NFKC')
    .replace(/[\ufe0e\ufe0f\u20e3]|\p{Cf}/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
