/**
 * Where to go after signing in: the wanted address when it is one of ours, else the start. Never another site. Who reads an
 * address drops tabs and line ends from it, takes a backslash for a slash and resolves dots, so `/<tab>/evil.example` is
 * another host: what counts, and is answered, is the address as it is once read.
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
  // `/.//evil.example` is a path of ours, but no longer when it is read once more.
  if (pathname.startsWith('//')) return '/'
  if (/^\/(login|signup)\/*$/.test(pathname)) return '/'
  return pathname + search + hash
}
