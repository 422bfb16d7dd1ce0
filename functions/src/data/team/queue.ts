import type { keptFileFields } from '@balcao/shared/api-contract/kept-file.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { usageChange } from '../company/usage.ts'
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
} from '../table/small-list.ts'
import type { Write } from '../table/transact.ts'

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
    integrationId: queue.integrationId ?? null,
    promptId: queue.promptId ?? null,
    media: queue.media ?? null,
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

/**
 * Creates a queue. Throws ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS,
 * ERR_PLAN_LIMIT.
 */
export const createQueue = (companyId: string, queue: QueueRow, limit: number): Promise<QueueRow> =>
  createRow(companyId, QUEUES, queue, {
    writes: [usageChange(companyId, { add: { queues: 1 }, below: { queues: limit } })],
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
): Promise<QueueRow> => changeRow(companyId, QUEUES, before, fields)

/**
 * Deletes a queue; returns false if it was already deleted. Throws ERR_CONFLICT if it was changed
 * since.
 */
export const deleteQueue = (companyId: string, queue: QueueRow): Promise<boolean> =>
  deleteRow(companyId, QUEUES, queue, { writes: [usageChange(companyId, { add: { queues: -1 } })] })

/**
 * Returns a write, labelled `queue`, that increments the version of the options' tree; refused if
 * the tree changed since this row was read.
 */
export const nextTree = (companyId: string, { id, optionsVersion }: QueueRow): Write =>
  nextVersionInRow(companyId, 'queue', id, 'optionsVersion', optionsVersion)
