/** Milliseconds between two readings of the server's state while the page is visible. */
export const REFRESH_MS = 10_000
