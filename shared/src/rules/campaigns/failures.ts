/** Number of a connection's latest messages that are checked. */
export const LOOKED_AT = 100
/** Maximum failures among them; one more pauses the connection's campaigns. */
const MAX_FAILED = 5

/**
 * Returns the failures (each the message's number, from 1) among the last hundred of `sent`
 * messages.
 */
export const recentFailures = (failures: readonly number[], sent: number): number[] =>
  failures.filter(nth => nth > sent - LOOKED_AT && nth <= sent)

/**
 * Returns whether more than 5 of the last hundred messages failed, also when there are fewer
 * (decision 0019).
 */
export const isFailingTooOften = (failures: readonly number[], sent: number): boolean =>
  recentFailures(failures, sent).length > MAX_FAILED
