import type { keptFileFields } from '@balcao/shared/contract/kept-file.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { usageChange } from '../company/usage.ts'
import { foldName } from '../table/fold.ts'
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

/** A queue as it lies in the table. */
export type QueueRow = Omit<Queue, keyof typeof keptFileFields | 'token'> & {
  /** Sent with the greeting. */
  media: (StoredMedia & { key: string }) | null
  /** Of the tree of its options: counted up by what adds, moves or removes one. */
  optionsVersion?: number
}

export const QUEUES: SmallList<QueueRow> = {
  kind: 'queue',
  missing: 'ERR_NO_QUEUE_FOUND',
  text: queue => queue.name,
  unique: queue => ({ queueName: foldName(queue.name), queueColor: queue.color.toLowerCase() }),
  taken: { queueName: 'ERR_QUEUE_NAME_ALREADY_EXISTS', queueColor: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
  // Rows of an earlier version have no attribute where there is no value.
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

/** Throws ERR_NO_QUEUE_FOUND. */
export const requireQueue = (companyId: string, queueId: string, consistent = false): Promise<QueueRow> =>
  requireRow(companyId, QUEUES, queueId, consistent)

/** Every queue of the company in its order: numbered ones first, the others by name. */
export async function listQueues(companyId: string, consistent = false): Promise<QueueRow[]> {
  const place = (queue: QueueRow) => queue.orderQueue ?? Number.POSITIVE_INFINITY
  const queues = await everyRow(companyId, QUEUES, { consistent })
  return queues.sort((a, b) => (place(a) === place(b) ? a.name.localeCompare(b.name, 'pt') : place(a) - place(b)))
}

/** The queues of these ids; throws ERR_NO_QUEUE_FOUND when one of them is not the company's. */
export async function requireQueues(companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const known = new Set((await listQueues(companyId, true)).map(queue => queue.id))
  if (!ids.every(id => known.has(id))) throw new AppError('ERR_NO_QUEUE_FOUND')
}

/** Throws ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_PLAN_LIMIT. */
export const createQueue = (companyId: string, queue: QueueRow, limit: number): Promise<QueueRow> =>
  createRow(companyId, QUEUES, queue, {
    writes: [usageChange(companyId, { add: { queues: 1 }, below: { queues: limit } })],
    refusals: { usage: 'ERR_PLAN_LIMIT' },
  })

/** Throws ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_NO_QUEUE_FOUND; ERR_CONFLICT when it changed since. */
export const changeQueue = (
  companyId: string,
  before: QueueRow,
  fields: { [K in keyof QueueRow]?: QueueRow[K] | undefined },
): Promise<QueueRow> => changeRow(companyId, QUEUES, before, fields)

/** False when it was gone already. Throws ERR_CONFLICT when it was changed since. */
export const deleteQueue = (companyId: string, queue: QueueRow): Promise<boolean> =>
  deleteRow(companyId, QUEUES, queue, { writes: [usageChange(companyId, { add: { queues: -1 } })] })

/** A write, labelled `queue`: the tree of a queue's options is as it was when this row was read, and changes now. */
export const nextTree = (companyId: string, { id, optionsVersion }: QueueRow): Write =>
  nextVersionInRow(companyId, 'queue', id, 'optionsVersion', optionsVersion)
