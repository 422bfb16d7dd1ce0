/**
 * Nice value of a yielding thread: low enough to keep the latency of the others, high enough to
 * make progress on a busy machine.
 */
export const LOW_PRIORITY = 10
