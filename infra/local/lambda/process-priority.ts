/** Nice value of what yields: low enough to leave others their latency, not so low that a busy machine never comes to it. */
export const LOW_PRIORITY = 10
