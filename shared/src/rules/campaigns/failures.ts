/** How many of a connection's messages are looked at. */
export const LOOKED_AT = 100
/** More failures than this among them pause it. */
const MOST_FAILED = 5

/** The failures (each by which message it was, from 1) that are among the last hundred of `sent` messages. */
export const recentFailures = (failures: readonly number[], sent: number): number[] =>
  failures.filter(nth => nth > sent - LOOKED_AT && nth <= sent)

/**
 * Returns whether more than 5 of the last hundred messages failed, also while there are fewer
 * (decision 0019).
 */
export const isFailingTooOften = (failures: readonly number[], sent: number): boolean =>
  recentFailures(failures, sent).length > MOST_FAILED
