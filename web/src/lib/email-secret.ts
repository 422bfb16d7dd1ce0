/**
 * The secret of an e-mailed link, after the `#` of the address, where no server and no log sees it.
 * It is removed from the address bar and the history as soon as it is read, and kept for this page
 * alone.
 */
let kept = ''

export function emailSecret(): string {
  const { hash, pathname } = window.location
  if (hash.length > 1) {
    kept = decodeURIComponent(hash.slice(1))
    window.history.replaceState(window.history.state, '', pathname)
  }
  return kept
}

/** Forgets the secret once it has been used. */
export function forgetEmailSecret() {
  kept = ''
}
