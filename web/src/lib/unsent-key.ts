/** Prefix of everything a person wrote and did not send; docs/decisions/0007-unsent-work-in-the-browser.md. */
export const UNSENT = 'balcao.unsent.'

/** Unsent work is kept for seven days after its last change. */
export const KEPT_MS = 7 * 86_400_000
