/** Prefix of everything a person wrote and did not send; decision 0007. */
export const UNSENT = 'balcao.unsent.'

/** Unsent work is kept for seven days after its last change. */
export const KEPT_MS = 7 * 86_400_000
