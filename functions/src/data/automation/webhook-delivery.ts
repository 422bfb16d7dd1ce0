/**
 * Webhook deliveries: events on their way to an external address, one row each, created in the
 * transaction of the event. An attempt claims the row, so only one is in progress at a time; its
 * outcome is written while the claim is valid. Waiting deliveries are in an index by due time: a
 * timer per minute and address reads it, so that nothing depends on a queue message having arrived.
 */
import { randomUUID } from 'node:crypto'
import type { WebhookDelivery } from '@balcao/shared/entities/webhook-delivery.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { config } from '../../config.ts'
import { sendStandard } from '../../integrations/sqs.ts'
import { instant } from '../instant.ts'
import { definePackedRow } from '../table/packed-row.ts'
import { fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { put, transact, type Write, WriteConflict } from '../table/transact.ts'
import { minuteOf, timerWrite } from '../timers/timer.ts'

/** Delivery as the server stores it. Times are epoch milliseconds. */
export type WebhookDeliveryRow = {
  companyId: string
  id: string
  version: number
  target: WebhookDelivery['target']
  targetId: string
  event: string
  /** Request body, identical at every attempt. */
  body: string
  /**
   * Ordering key: deliveries with the same one are sent one after the other, in the order of their
   * creation; null: in no order.
   */
  lane: string | null
  status: WebhookDelivery['status']
  tries: number
  lastStatus: number | null
  lastError: string | null
  /** Time of the next attempt, while the delivery waits. */
  nextAt: number
  /**
   * Time since which it has been attempted, not counting manual retries; the retry schedule starts
   * there.
   */
  since: number
  claim: string | null
  /** Time until which an attempt holds the row. */
  claimedUntil: number
  deliveredAt: number | null
}

export type NewWebhookDelivery = Pick<WebhookDeliveryRow, 'target' | 'targetId' | 'event' | 'body'> & {
  orderKey?: string | null
  /**
   * Fixed id: a second delivery with it is refused (label `delivery`), so that an event happens
   * once.
   */
  id?: string
  /** True if the creator makes the first attempt itself: the row is created as claimed. */
  claimed?: boolean
}

/** Duration (ms) of a claim: longer than an attempt may take. */
const CLAIM_MS = 60_000
/** Lifetime (seconds) of an address's log. */
const KEPT_SECONDS = 30 * 86_400
/** Delay (ms) after the due time at which a timer checks whether the delivery was attempted. */
const OVERDUE = 60_000

const DELIVERIES = definePackedRow({
  kind: 'delivery',
  key: { pk: '${companyId}#delivery#${id}', sk: 'delivery' },
  indexes: {
    gsi1: { pk: '${companyId}#deliveries#${targetId}', sk: '${id}' },
    // Deliveries that wait, by due time, and those of an ordering key.
    gsi2: { pk: '${companyId}#deliveries-due#${targetId}', sk: '${dueAt}#${id}' },
    gsi3: { pk: '${companyId}#deliveries-lane#${waitsIn}', sk: '${id}' },
  },
  content: z.custom<WebhookDeliveryRow>(),
  derive: ({ id, status, nextAt, lane: orderKey }) => ({
    ...(status === 'waiting' ? { dueAt: String(nextAt).padStart(15, '0'), waitsIn: orderKey ?? undefined } : {}),
    expiresAt: Math.ceil(timeOfId(id) / 1000) + KEPT_SECONDS,
  }),
  // Epoch seconds.
  beside: { expiresAt: z.number() },
})

const rowWrite = (after: WebhookDeliveryRow, before: WebhookDeliveryRow | undefined): Write =>
  put('delivery', DELIVERIES.replace(after, before))

/**
 * Minute of the last timer that this process wrote for each address: a burst of events needs one.
 */
const written = new Map<string, number>()

function sweepTimer({ companyId, targetId, nextAt }: WebhookDeliveryRow) {
  const dueAt = nextAt + OVERDUE
  if (written.get(targetId) === minuteOf(dueAt)) return { writes: [], settled: () => undefined }
  return {
    writes: [timerWrite({ type: 'sweepDeliveries', companyId, targetId, dueAt })],
    settled() {
      if (written.size > 5000) written.clear()
      written.set(targetId, minuteOf(dueAt))
    },
  }
}

/**
 * Creates a delivery that is due at once. Its writes go into the transaction of the event, and it
 * is enqueued after the commit.
 */
export function newWebhookDelivery(
  companyId: string,
  { target, targetId, event, body, orderKey = null, id = newId(), claimed = false }: NewWebhookDelivery,
  now = Date.now(),
): { row: WebhookDeliveryRow; writes: Write[] } {
  const row: WebhookDeliveryRow = {
    ...{ companyId, id, version: 1, target, targetId, event, body, lane: orderKey },
    status: 'waiting',
    ...{ tries: 0, lastStatus: null, lastError: null, nextAt: now, since: now },
    claim: claimed ? randomUUID() : null,
    claimedUntil: claimed ? now + CLAIM_MS : 0,
    deliveredAt: null,
  }
  const timer = sweepTimer(row)
  const after = async () => {
    timer.settled()
    if (!claimed) await sendStandard(config().DELIVERIES_QUEUE_URL, { companyId, deliveryId: id })
  }
  return { row, writes: [{ ...rowWrite(row, undefined), after }, ...timer.writes] }
}

/**
 * Returns the writes of several deliveries created in one transaction, with one timer per address.
 */
export function newWebhookDeliveries(
  companyId: string,
  given: readonly NewWebhookDelivery[],
  now = Date.now(),
): Write[] {
  const armed = new Set<string>()
  return given.flatMap(each => {
    const [row, ...timers] = newWebhookDelivery(companyId, each, now).writes
    const isFirst = !armed.has(each.targetId)
    armed.add(each.targetId)
    return isFirst ? [row!, ...timers] : [row!]
  })
}

/** Reads a delivery. Costs half a read unit per 4 KB, twice that if consistent. */
export const getWebhookDelivery = (companyId: string, id: string): Promise<WebhookDeliveryRow | undefined> =>
  DELIVERIES.get({ companyId, id }, { consistent: true })

/** Writes the changes over `before`; returns undefined if another process changed the row since. */
async function replace(
  before: WebhookDeliveryRow,
  changes: Partial<WebhookDeliveryRow>,
): Promise<WebhookDeliveryRow | undefined> {
  const after: WebhookDeliveryRow = { ...before, ...changes, version: before.version + 1 }
  const timer =
    after.status === 'waiting' && after.nextAt !== before.nextAt
      ? sweepTimer(after)
      : { writes: [], settled: () => undefined }
  try {
    await transact([rowWrite(after, before), ...timer.writes])
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'delivery') return undefined
    throw error
  }
  timer.settled()
  return after
}

/**
 * Claims a delivery for one attempt; returns undefined if it does not wait, is not due, or is being
 * attempted.
 */
export async function claimWebhookDelivery(
  companyId: string,
  id: string,
  now: number,
): Promise<WebhookDeliveryRow | undefined> {
  const row = await getWebhookDelivery(companyId, id)
  if (row?.status !== 'waiting' || row.nextAt > now || row.claimedUntil > now) return undefined
  return replace(row, { claim: randomUUID(), claimedUntil: now + CLAIM_MS })
}

/** Outcome of an attempt: `nextAt` (epoch ms) is the next one, or null if it was the last. */
export type AttemptResult =
  | { delivered: true; status: number }
  | { delivered: false; status: number | null; error: string; nextAt: number | null }

/**
 * Writes the outcome of an attempt on a claimed row. Returns undefined if this process no longer
 * holds the claim.
 */
export function recordAttempt(
  row: WebhookDeliveryRow,
  result: AttemptResult,
  now: number,
): Promise<WebhookDeliveryRow | undefined> {
  const over = { tries: row.tries + 1, lastStatus: result.status, claim: null, claimedUntil: 0 }
  if (result.delivered) return replace(row, { ...over, status: 'delivered', lastError: null, deliveredAt: now })
  const { error: lastError, nextAt } = result
  if (nextAt === null) return replace(row, { ...over, status: 'failed', lastError })
  return replace(row, { ...over, lastError, nextAt })
}

/** Postpones a delivery without an attempt, as its address is down. */
export const postpone = (row: WebhookDeliveryRow, nextAt: number): Promise<WebhookDeliveryRow | undefined> =>
  replace(row, { nextAt })

/** Ends a delivery without further attempts, as its address was down throughout its retention. */
export const abandon = (row: WebhookDeliveryRow, lastError: string): Promise<WebhookDeliveryRow | undefined> =>
  replace(row, { status: 'failed', lastError })

/**
 * Restarts the retry schedule of a delivery ("send again"). Throws ERR_NO_DELIVERY_FOUND,
 * ERR_CONFLICT if it is being attempted.
 */
export async function sendAgain(companyId: string, id: string, now: number): Promise<WebhookDeliveryRow> {
  const row = await getWebhookDelivery(companyId, id)
  if (!row) throw new AppError('ERR_NO_DELIVERY_FOUND')
  if (row.claimedUntil > now) throw new AppError('ERR_CONFLICT')
  const again = await replace(row, { status: 'waiting', nextAt: now, since: now, tries: 0, deliveredAt: null })
  if (!again) throw new AppError('ERR_CONFLICT')
  return again
}

/** Number of deliveries per read; each may be as large as a message. */
const LOOKED_AT = 100

/** Sort key after every id. */
const BEHIND = '~'

/** Reads a page of an address's deliveries, newest first. Throws ERR_INVALID_CURSOR. */
export const listWebhookDeliveries = (
  companyId: string,
  targetId: string,
  options: PageOptions,
): Promise<Page<WebhookDeliveryRow>> =>
  pageOf(
    companyId,
    `deliveries|${targetId}`,
    fromQuery(
      position =>
        DELIVERIES.queryIndex('gsi1', { companyId, targetId }, { below: (position as string | null) ?? BEHIND }),
      { attributes: DELIVERIES.attributes, toRow: DELIVERIES.parse, positionOf: (row: WebhookDeliveryRow) => row.id },
    ),
    options,
  )

/**
 * Deletes deliveries to an address that contain one of these texts, among the next hundred after
 * `from`, newest first. Returns where to continue; null at the end.
 */
export async function removeWebhookDeliveriesWith(
  companyId: string,
  targetId: string,
  texts: readonly string[],
  from: string | null,
): Promise<string | null> {
  const query = DELIVERIES.queryIndex('gsi1', { companyId, targetId }, { below: from ?? BEHIND })
  const { items } = await queryItems<{ row: string }>(query, LOOKED_AT, { attributes: DELIVERIES.attributes })
  const rows = items.map(item => ({ id: DELIVERIES.parse(item).id, text: item.row }))
  const found = rows.filter(({ text }) => texts.some(each => text.includes(each)))
  await removeKeys(found.map(({ id }) => DELIVERIES.key({ companyId, id })))
  return rows.length < LOOKED_AT ? null : rows.at(-1)!.id
}

/**
 * Reads the waiting deliveries of an address, earliest due first; eventually consistent, as from an
 * index.
 */
export async function waitingWebhookDeliveries(
  companyId: string,
  targetId: string,
  most: number,
): Promise<WebhookDeliveryRow[]> {
  const query = DELIVERIES.queryIndex('gsi2', { companyId, targetId }, { above: '0' })
  const { items } = await queryItems<object>(query, most, { attributes: DELIVERIES.attributes, order: 'asc' })
  return items.map(DELIVERIES.parse)
}

/** Returns the first waiting delivery of an ordering key, for which the others wait. */
export async function firstInOrder(companyId: string, orderKey: string): Promise<WebhookDeliveryRow | undefined> {
  const query = DELIVERIES.queryIndex('gsi3', { companyId, waitsIn: orderKey }, { above: '0' })
  const { items } = await queryItems<object>(query, 1, { attributes: DELIVERIES.attributes, order: 'asc' })
  return items[0] && DELIVERIES.parse(items[0])
}

/** Returns a delivery as a list shows it. */
export const wireWebhookDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  target: row.target,
  targetId: row.targetId,
  event: row.event,
  status: row.status,
  tries: row.tries,
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  nextAt: row.status === 'waiting' ? instant(row.nextAt) : null,
  createdAt: instant(timeOfId(row.id)),
  deliveredAt: row.deliveredAt === null ? null : instant(row.deliveredAt),
})
