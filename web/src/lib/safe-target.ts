/** Where to go after signing in: the wanted address when it is one of ours, else the start. Never another site. */
export function safeTarget(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return '/'
  const path = wanted.split(/[?#]/)[0] ?? ''
  return path === '/login' || path === '/signup' ? '/' : wanted
}
