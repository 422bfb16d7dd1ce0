/**
 * Returns the address to open after a sign-in: the wanted one when it belongs to this site, else
 * the start page. An address parser drops tabs and line ends, takes a backslash for a slash and
 * resolves dots, so `/<tab>/evil.example` is another host: the check applies to the parsed address,
 * which is also what is returned.
 */
export function safeTarget(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  const { origin } = window.location
  let read: URL
  try {
    read = new URL(wanted, origin)
  } catch {
    return '/'
  }
  if (read.origin !== origin) return '/'
  const { pathname, search, hash } = read
  // `/.//evil.example` parses to a path of this site, but no longer when it is parsed once more.
  if (pathname.startsWith('//')) return '/'
  if (/^\/(login|signup)\/*$/.test(pathname)) return '/'
  return pathname + search + hash
}
