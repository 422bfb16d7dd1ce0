const MAX_LENGTH = 4096

/**
 * Returns the URL of media: its message's path at the configured media host. The `url` of a message
 * is never used.
 * @param host `name` or `name:port`
 * @returns undefined for a path that is not written as in a URL, so that no path is ambiguous: two
 * slashes, a backslash, `..` in any spelling, control characters, a fragment
 */
export function mediaAddress(host: string, directPath: string | null | undefined): URL | undefined {
  if (!directPath || directPath.length > MAX_LENGTH) return undefined
  if (!/^\/[^/\\]/.test(directPath) || directPath.split('?')[0]!.includes('//')) return undefined
  const origin = `https://${host}`
  const url = URL.parse(origin + directPath)
  return url && url.origin === new URL(origin).origin && url.pathname + url.search === directPath ? url : undefined
}
