/**
 * The secret of a letter's link: behind the `#` of the address, where no server and no log sees it. It is taken out of the address bar
 * and of the history as soon as it is read, and kept for this page alone.
 */
let kept = ''

export function letterSecret(): string {
  const { hash, pathname } = window.location
  if (hash.length > 1) {
    kept = decodeURIComponent(hash.slice(1))
    window.history.replaceState(window.history.state, '', pathname)
  }
  return kept
}

/** It has done what it was for. */
export function forgetLetterSecret() {
  kept = ''
}
