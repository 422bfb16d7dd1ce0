import type { Delivery } from '@balcao/shared/entities/delivery.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Milliseconds between a try that failed and the next one: an integration gives up within an hour, a company's webhook within a day. */
const PAUSES: Readonly<Record<Delivery['target'], readonly number[]>> = {
  integration: [10_000, MINUTE, 5 * MINUTE, 15 * MINUTE, 35 * MINUTE],
  webhook: [10_000, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
}

/** When (epoch ms) a delivery is tried after its try number `tries` (from 1) failed; null when that was the last. */
export function nextTry(target: Delivery['target'], tries: number, now: number): number | null {
  const pause = PAUSES[target][tries - 1]
  return pause === undefined ? null : now + pause
}
