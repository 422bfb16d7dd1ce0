/**
 * Circuit breaker of a webhook's address. After this many failures in a row it counts as down:
 * later events wait, and one at a time is a probe; the first that arrives releases all. The state
 * is in the webhook's row, where its company sees it.
 */
import { WEBHOOKS, type WebhookRow } from '../data/automation/webhook.ts'
import type { Change } from '../data/table/define-row.ts'
import { unlessRefused } from '../data/table/refused.ts'
import { updateOne } from '../data/table/single-write.ts'
import { getRow, sideChange } from '../data/table/small-list.ts'
import { publishRow } from '../messaging/publish-row.ts'

/** Failures in a row, of any of its events, after which an address is down. */
export const MAX_FAILURES = 5

const MINUTE = 60_000
/** Pauses after it went down, and after each probe that failed. */
const PAUSES = [1, 2, 5, 10, 15].map(minutes => minutes * MINUTE)
/** Longer than an attempt may take (ms): nobody else probes meanwhile. */
const PROBE_MS = 20_000

const pauseAfter = (failures: number): number => PAUSES[Math.min(failures - MAX_FAILURES, PAUSES.length - 1)]!

/**
 * Changes the row if its conditions hold; undefined when they do not. It does not conflict with an
 * edit of the webhook.
 */
const write = (
  companyId: string,
  id: string,
  change: Change<WebhookRow>,
): Promise<Record<string, unknown> | undefined> => unlessRefused(updateOne(sideChange(companyId, WEBHOOKS, id, change)))

async function publishWebhook(companyId: string, id: string): Promise<void> {
  const row = await getRow(companyId, WEBHOOKS, id, true)
  if (row) await publishRow(companyId, 'webhook', 'update', row)
}

/**
 * Returns undefined if an event may be attempted now, else until when (epoch ms) it must wait. The
 * one event that passes after a pause is the probe.
 */
export async function heldUntil(companyId: string, id: string, now: number): Promise<number | undefined> {
  const row = await getRow(companyId, WEBHOOKS, id, true)
  const down = row?.down
  if (!down) return undefined
  const until = Date.parse(down.nextTryAt)
  if (until > now) return until
  const taken = new Date(now + PROBE_MS).toISOString()
  const isProbe = await write(companyId, id, {
    inside: { 'down.nextTryAt': taken },
    when: is => [is.equal('down.nextTryAt', down.nextTryAt)],
  })
  return isProbe ? undefined : now + PROBE_MS
}

/** Resets the failures of an address after an event arrived. */
export async function noteArrival(companyId: string, { id, failures, down }: WebhookRow): Promise<void> {
  if (failures === 0 && !down) return
  await write(companyId, id, { remove: ['failures', 'down'] })
  if (down) await publishWebhook(companyId, id)
}

/** Counts an event that did not arrive. */
export async function noteFailure(companyId: string, id: string, now: number): Promise<void> {
  const after = await write(companyId, id, { add: { failures: 1 } })
  const failures = Number(after?.failures ?? 0)
  if (failures < MAX_FAILURES) return
  const since = (after?.down as WebhookRow['down'])?.since ?? new Date(now).toISOString()
  const down = { since, nextTryAt: new Date(now + pauseAfter(failures)).toISOString() }
  // Two attempts that end at once have both failed: either pause will do.
  await write(companyId, id, { set: { down }, when: is => [is.present('failures')] })
  await publishWebhook(companyId, id)
}

/** Ends the pause on request: the next event is the probe. */
export async function probeNow(companyId: string, id: string, now: number): Promise<void> {
  const at = new Date(now).toISOString()
  await write(companyId, id, { inside: { 'down.nextTryAt': at }, when: is => [is.present('down.since')] })
}
