/**
 * Deliveries: events on their way to an address outside, one row each, made in the transaction of what they tell. A try claims the row, so one is
 * under way at a time; how it ended is written while the claim stands. Whoever waits stands in an index by when it is due: a timer per minute
 * and address looks there, so that nothing depends on a queue's message having arrived.
 */
import { randomUUID } from 'node:crypto'
import type { Delivery } from '@balcao/shared/entities/delivery.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { config } from '../../config.ts'
import { sendStandard } from '../../integrations/sqs.ts'
import { instant } from '../instant.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { keyQuery } from '../table/key-query.ts'
import { IF_NEW, type TableKey, whileAt } from '../table/keys.ts'
import { fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { put, transact, type Write, WriteRefused } from '../table/transact.ts'
import { minuteOf, timerWrite } from '../timers/timer.ts'

/** A delivery as the server knows it. Times are epoch milliseconds. */
export type DeliveryRow = {
  companyId: string
  id: string
  version: number
  target: Delivery['target']
  targetId: string
  event: string
  /** What is sent, byte for byte the same at every try. */
  body: string
  /** Deliveries of one lane leave one after the other, in the order they were made; null: it waits for none. */
  lane: string | null
  status: Delivery['status']
  tries: number
  lastStatus: number | null
  lastError: string | null
  /** When it is tried next, while it waits. */
  nextAt: number
  /** Since when it has been tried, without "send again" ones: the schedule counts from there. */
  since: number
  claim: string | null
  /** Until then somebody tries it. */
  claimedUntil: number
  deliveredAt: number | null
}

export type NewDelivery = Pick<DeliveryRow, 'target' | 'targetId' | 'event' | 'body'> & {
  lane?: string | null
  /** A second one of the same id is refused (label `delivery`): what made it happened once. */
  id?: string
  /** Who makes it tries it too: it is born claimed. */
  claimed?: boolean
}

/** Longer than a try may take (ms). */
const CLAIM_MS = 60_000
/** The log of an address goes back so far (seconds). */
const KEPT_SECONDS = 30 * 86_400
/** How long after it was due somebody looks whether it was tried (ms). */
const OVERDUE = 60_000

const keyOf = (companyId: string, id: string): TableKey => ({ pk: `${companyId}#delivery#${id}`, sk: 'delivery' })
const ofTarget = (companyId: string, targetId: string): string => `${companyId}#deliveries#${targetId}`
const waitingAt = (companyId: string, targetId: string): string => `${companyId}#deliveries-due#${targetId}`
const inLane = (companyId: string, lane: string): string => `${companyId}#deliveries-lane#${lane}`

const dueKey = (at: number, id: string): string => `${String(at).padStart(15, '0')}#${id}`

const ATTRIBUTES = ['pk', 'version', 'row'] as const

function toRow(item: object): DeliveryRow {
  const { pk, version, row } = item as { pk: string; version: number; row: string }
  const [companyId = '', , id = ''] = pk.split('#')
  return { ...JSON.parse(row), companyId, id, version } as DeliveryRow
}

function rowWrite(after: DeliveryRow, before: DeliveryRow | undefined): Write {
  const { companyId, id, version, ...content } = after
  const waits = after.status === 'waiting'
  const Item = {
    ...keyOf(companyId, id),
    gsi1pk: ofTarget(companyId, after.targetId),
    gsi1sk: id,
    ...(waits ? { gsi2pk: waitingAt(companyId, after.targetId), gsi2sk: dueKey(after.nextAt, id) } : {}),
    ...(waits && after.lane !== null ? { gsi3pk: inLane(companyId, after.lane), gsi3sk: id } : {}),
    version,
    row: JSON.stringify(content),
    expiresAt: Math.ceil(timeOfId(id) / 1000) + KEPT_SECONDS,
  }
  return put('delivery', { TableName: tableName(), Item, ...(before ? whileAt(before) : IF_NEW) })
}

/** Minute of the last timer this process wrote for an address: a burst of events needs one. */
const written = new Map<string, number>()

function sweepTimer({ companyId, targetId, nextAt }: DeliveryRow) {
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

/** A new delivery that is due at once: its writes go into the transaction of what it tells, and it is asked for when that is in. */
export function newDelivery(
  companyId: string,
  { target, targetId, event, body, lane = null, id = newId(), claimed = false }: NewDelivery,
  now = Date.now(),
): { row: DeliveryRow; writes: Write[] } {
  const row: DeliveryRow = {
    ...{ companyId, id, version: 1, target, targetId, event, body, lane },
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

/** The writes of several that are made in one transaction: one timer an address. */
export function newDeliveries(companyId: string, given: readonly NewDelivery[], now = Date.now()): Write[] {
  const armed = new Set<string>()
  return given.flatMap(each => {
    const [row, ...timers] = newDelivery(companyId, each, now).writes
    const isFirst = !armed.has(each.targetId)
    armed.add(each.targetId)
    return isFirst ? [row!, ...timers] : [row!]
  })
}

/** Half a read unit for 4 KB, consistent twice that. */
export async function getDelivery(companyId: string, id: string): Promise<DeliveryRow | undefined> {
  const item = await getItem(keyOf(companyId, id), true)
  return item && toRow(item)
}

/** Writes `after` in place of `before`; undefined when somebody else changed it since. */
async function replace(before: DeliveryRow, changes: Partial<DeliveryRow>): Promise<DeliveryRow | undefined> {
  const after: DeliveryRow = { ...before, ...changes, version: before.version + 1 }
  const timer =
    after.status === 'waiting' && after.nextAt !== before.nextAt
      ? sweepTimer(after)
      : { writes: [], settled: () => undefined }
  try {
    await transact([rowWrite(after, before), ...timer.writes])
  } catch (error) {
    if (error instanceof WriteRefused && error.label === 'delivery') return undefined
    throw error
  }
  timer.settled()
  return after
}

/** Takes a delivery for one try; undefined when it does not wait, is not due, or somebody tries it. */
export async function claimDelivery(companyId: string, id: string, now: number): Promise<DeliveryRow | undefined> {
  const row = await getDelivery(companyId, id)
  if (row?.status !== 'waiting' || row.nextAt > now || row.claimedUntil > now) return undefined
  return replace(row, { claim: randomUUID(), claimedUntil: now + CLAIM_MS })
}

/** How a try ended: `nextAt` (epoch ms) of the next one, or null when it was the last. */
export type Tried =
  | { delivered: true; status: number }
  | { delivered: false; status: number | null; error: string; nextAt: number | null }

/** Writes how the try of a claimed row ended. Undefined when it is not this process's any more. */
export function endTry(row: DeliveryRow, tried: Tried, now: number): Promise<DeliveryRow | undefined> {
  const over = { tries: row.tries + 1, lastStatus: tried.status, claim: null, claimedUntil: 0 }
  if (tried.delivered) return replace(row, { ...over, status: 'delivered', lastError: null, deliveredAt: now })
  const { error: lastError, nextAt } = tried
  if (nextAt === null) return replace(row, { ...over, status: 'failed', lastError })
  return replace(row, { ...over, lastError, nextAt })
}

/** Not tried, but later: its address is down. */
export const putOff = (row: DeliveryRow, nextAt: number): Promise<DeliveryRow | undefined> => replace(row, { nextAt })

/** Not tried any more: its address was down for all the time it was kept. */
export const giveUp = (row: DeliveryRow, lastError: string): Promise<DeliveryRow | undefined> =>
  replace(row, { status: 'failed', lastError })

/** "Send again": the schedule begins anew. Throws ERR_NO_DELIVERY_FOUND, ERR_CONFLICT when it is being tried. */
export async function sendAgain(companyId: string, id: string, now: number): Promise<DeliveryRow> {
  const row = await getDelivery(companyId, id)
  if (!row) throw new AppError('ERR_NO_DELIVERY_FOUND')
  if (row.claimedUntil > now) throw new AppError('ERR_CONFLICT')
  const again = await replace(row, { status: 'waiting', nextAt: now, since: now, tries: 0, deliveredAt: null })
  if (!again) throw new AppError('ERR_CONFLICT')
  return again
}

/** Deliveries of one look; each may be as large as a message. */
const LOOKED_AT = 100

/** Behind every id. */
const BEHIND = '~'

/** An address's deliveries, newest first. Throws ERR_INVALID_CURSOR. */
export const listDeliveries = (companyId: string, targetId: string, options: PageOptions): Promise<Page<DeliveryRow>> =>
  pageOf(
    companyId,
    `deliveries|${targetId}`,
    fromQuery(
      position => keyQuery('gsi1', ofTarget(companyId, targetId), { below: (position as string | null) ?? BEHIND }),
      { attributes: ATTRIBUTES, toRow, positionOf: (row: DeliveryRow) => row.id },
    ),
    options,
  )

/**
 * Takes away deliveries to an address in which one of these texts stands, among the next hundred behind `from`, newest first. Answers
 * where to go on; null at the end.
 */
export async function removeDeliveriesWith(
  companyId: string,
  targetId: string,
  texts: readonly string[],
  from: string | null,
): Promise<string | null> {
  const query = keyQuery('gsi1', ofTarget(companyId, targetId), { below: from ?? BEHIND })
  const { items } = await queryItems<{ row: string }>(query, LOOKED_AT, { attributes: ATTRIBUTES })
  const rows = items.map(item => ({ id: toRow(item).id, text: item.row }))
  const found = rows.filter(({ text }) => texts.some(each => text.includes(each)))
  await removeKeys(found.map(({ id }) => keyOf(companyId, id)))
  return rows.length < LOOKED_AT ? null : rows.at(-1)!.id
}

/** What waits at an address, the first due first; an index may tell it a moment late. */
export async function waitingDeliveries(companyId: string, targetId: string, most: number): Promise<DeliveryRow[]> {
  const query = keyQuery('gsi2', waitingAt(companyId, targetId), { above: '0' })
  const { items } = await queryItems<object>(query, most, { attributes: ATTRIBUTES, order: 'asc' })
  return items.map(toRow)
}

/** The first that waits in a lane, which the others wait for. */
export async function firstInLane(companyId: string, lane: string): Promise<DeliveryRow | undefined> {
  const query = keyQuery('gsi3', inLane(companyId, lane), { above: '0' })
  const { items } = await queryItems<object>(query, 1, { attributes: ATTRIBUTES, order: 'asc' })
  return items[0] && toRow(items[0])
}

/** As a list shows it. */
export const wireDelivery = (row: DeliveryRow): Delivery => ({
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
