/**
 * Splits a text that is longer than a provider accepts, at the end of a line or word where there is
 * one.
 * @param sizeOf size of a text as the provider counts it; characters by default
 */
export function splitText(text: string, most: number, sizeOf = (given: string) => given.length): string[] {
  const found: string[] = []
  let rest = text
  while (sizeOf(rest) > most) {
    let end = Math.min(rest.length, most)
    while (sizeOf(rest.slice(0, end)) > most) end -= 1
    const line = rest.lastIndexOf('\n', end)
    const word = rest.lastIndexOf(' ', end)
    const at = line > end / 2 ? line : word > end / 2 ? word : end
    // Never splits a surrogate pair.
    const safe = /[\ud800-\udbff]$/.test(rest.slice(0, at)) ? at - 1 : at
    found.push(rest.slice(0, safe))
    rest = rest.slice(safe).replace(/^[ \n]/, '')
  }
  return rest.trim() === '' && found.length > 0 ? found : [...found, rest]
}
