/** Prefix of the keys of everything a person wrote and did not send; decision 0007. */
export const UNSENT = 'balcao.unsent.'

/** Time unsent work is kept after its last change, ms: seven days. */
export const KEPT_MS = 7 * 86_400_000
