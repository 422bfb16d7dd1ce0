import type { keptFileFields } from '@balcao/shared/api-contract/kept-file.ts'
import type { HeldReason } from '@balcao/shared/entities/distribution.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { countDistributing } from '../company/configuration-version.ts'
import { usageChange } from '../company/usage.ts'
import { dropDistributionState } from '../distribution/distribution-state.ts'
import { definedFields } from '../table/defined-fields.ts'
import { normalizeName } from '../table/normalize.ts'
import {
  changeRow,
  createRow,
  deleteRow,
  everyRow,
  getRow,
  nextVersionInRow,
  requireRow,
  type SmallList,
  sideChange,
} from '../table/small-list.ts'
import { transact, update, type Write, WriteConflict } from '../table/transact.ts'

/** Queue as stored. */
export type QueueRow = Omit<Queue, keyof typeof keptFileFields | 'token'> & {
  /** File sent with the greeting. */
  media: (StoredMedia & { key: string }) | null
  /** Version of the tree of its options, incremented by each addition, move or removal. */
  optionsVersion?: number
}

export const QUEUES: SmallList<QueueRow> = {
  kind: 'queue',
  missing: 'ERR_NO_QUEUE_FOUND',
  text: queue => queue.name,
  unique: queue => ({ queueName: normalizeName(queue.name), queueColor: queue.color.toLowerCase() }),
  taken: { queueName: 'ERR_QUEUE_NAME_ALREADY_EXISTS', queueColor: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  // Rows of an earlier version lack attributes without a value.
  read: queue => ({
    ...queue,
    orderQueue: queue.orderQueue ?? null,
    signature: queue.signature ?? '',
    integrationId: queue.integrationId ?? null,
    promptId: queue.promptId ?? null,
    media: queue.media ?? null,
    distribution: queue.distribution ?? 'manual',
    maxOpenTickets: queue.maxOpenTickets ?? null,
    held: queue.held ?? null,
  }),
}

export const getQueue = (companyId: string, queueId: string, consistent = false): Promise<QueueRow | undefined> =>
  getRow(companyId, QUEUES, queueId, consistent)

/** Returns a queue. Throws ERR_NO_QUEUE_FOUND. */
export const requireQueue = (companyId: string, queueId: string, consistent = false): Promise<QueueRow> =>
  requireRow(companyId, QUEUES, queueId, consistent)

/** Lists every queue of the company in its order: numbered ones first, the others by name. */
export async function listQueues(companyId: string, consistent = false): Promise<QueueRow[]> {
  const place = (queue: QueueRow) => queue.orderQueue ?? Number.POSITIVE_INFINITY
  const queues = await everyRow(companyId, QUEUES, { consistent })
  return queues.sort((a, b) => (place(a) === place(b) ? a.name.localeCompare(b.name, 'pt') : place(a) - place(b)))
}

/** Throws ERR_NO_QUEUE_FOUND if one of these queues does not belong to the company. */
export async function requireQueues(companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const known = new Set((await listQueues(companyId, true)).map(queue => queue.id))
  if (!ids.every(id => known.has(id))) throw new AppError('ERR_NO_QUEUE_FOUND')
}

/** Returns whether a queue gives its waiting tickets to people by itself. */
export const distributes = ({ distribution }: Pick<QueueRow, 'distribution'>): boolean => distribution !== 'manual'

/**
 * Returns the write that keeps count of the distributing queues when one
 * is created, changed or deleted.
 */
function distributingWrites(companyId: string, before: QueueRow | undefined, after: QueueRow | undefined): Write[] {
  const was = before !== undefined && distributes(before)
  const is = after !== undefined && distributes(after)
  return was === is ? [] : [countDistributing(companyId, is ? 1 : -1)]
}

/**
 * Creates a queue together with `writes`. Throws ERR_QUEUE_NAME_ALREADY_EXISTS,
 * ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_PLAN_LIMIT.
 */
export const createQueue = (
  companyId: string,
  queue: QueueRow,
  limit: number,
  writes: readonly Write[] = [],
): Promise<QueueRow> =>
  createRow(companyId, QUEUES, queue, {
    writes: [
      ...writes,
      usageChange(companyId, { add: { queues: 1 }, below: { queues: limit } }),
      ...distributingWrites(companyId, undefined, queue),
    ],
    refusals: { usage: 'ERR_PLAN_LIMIT' },
  })

/**
 * Changes a queue. Throws ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS,
 * ERR_NO_QUEUE_FOUND; ERR_CONFLICT if it was changed since.
 */
export const changeQueue = (
  companyId: string,
  before: QueueRow,
  fields: { [K in keyof QueueRow]?: QueueRow[K] | undefined },
): Promise<QueueRow> =>
  changeRow(companyId, QUEUES, before, fields, {
    writes: distributingWrites(companyId, before, { ...before, ...definedFields(fields) }),
  })

/**
 * Deletes a queue; returns false if it was already deleted. Throws ERR_CONFLICT if it was changed
 * since.
 */
export const deleteQueue = (companyId: string, queue: QueueRow): Promise<boolean> =>
  deleteRow(companyId, QUEUES, queue, {
    writes: [
      usageChange(companyId, { add: { queues: -1 } }),
      ...distributingWrites(companyId, queue, undefined),
      ...(distributes(queue) ? [dropDistributionState(companyId, queue.id)] : []),
    ],
  })

/**
 * Stores why a queue's tickets are given to nobody at the moment, with `log`, and returns the queue
 * as it is then. Other edits meanwhile stay; undefined if it was deleted, or distributes otherwise.
 */
export async function setHeld(
  companyId: string,
  { id, distribution }: Pick<QueueRow, 'id' | 'distribution'>,
  held: HeldReason | null,
  log: readonly Write[],
): Promise<QueueRow | undefined> {
  const change = sideChange(companyId, QUEUES, id, {
    set: { held },
    when: is => [is.equal('distribution', distribution)],
  })
  try {
    await transact([update('queue', change), ...log])
  } catch (error) {
    if (error instanceof WriteConflict) return undefined
    throw error
  }
  return getQueue(companyId, id, true)
}

/**
 * Returns a write, labelled `queue`, that increments the version of the options' tree; refused if
 * the tree changed since this row was read.
 */
export const nextTree = (companyId: string, { id, optionsVersion }: QueueRow): Write =>
  nextVersionInRow(companyId, 'queue', id, 'optionsVersion', optionsVersion)
