import type { WebhookDelivery } from '@balcao/shared/entities/webhook-delivery.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * Milliseconds between a failed attempt and the next one: an integration gives up within an hour, a
 * company's webhook within a day.
 */
const PAUSES: Readonly<Record<WebhookDelivery['target'], readonly number[]>> = {
  integration: [10_000, MINUTE, 5 * MINUTE, 15 * MINUTE, 35 * MINUTE],
  webhook: [10_000, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
}

/** Time that the attempts themselves take beside the pauses. */
const SLACK = HOUR

/**
 * Returns until when (epoch ms) a delivery first attempted at `since` is kept; after that there is
 * no other attempt.
 */
export const keptUntil = (target: WebhookDelivery['target'], since: number): number =>
  since + PAUSES[target].reduce((sum, pause) => sum + pause, SLACK)

/**
 * Returns when (epoch ms) to try again after attempt number `tries` (from 1) failed; null when that
 * was the last.
 * @param since when it was to be attempted first
 */
export function nextAttemptAt(
  target: WebhookDelivery['target'],
  tries: number,
  now: number,
  since = now,
): number | null {
  const pause = PAUSES[target][tries - 1]
  if (pause === undefined || now + pause > keptUntil(target, since)) return null
  return now + pause
}
