/** Patterns in this order: most browsers also claim to be the ones that follow them. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const find = (known: readonly [RegExp, string][], text: string): string | undefined =>
  known.find(([sign]) => sign.test(text))?.[1]

/**
 * Returns the family of a browser and its system from a `User-Agent` (RFC 9110 §10.1.5): `Chrome ·
 * Windows`. It is good enough for users to recognise their own device; undefined if neither is
 * known.
 */
export function browserName(userAgent: string | undefined): string | undefined {
  const known = [find(BROWSERS, userAgent ?? ''), find(SYSTEMS, userAgent ?? '')].filter(Boolean)
  return known.length > 0 ? known.join(' · ') : undefined
}
