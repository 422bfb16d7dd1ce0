import type { Queue } from '@balcao/shared/entities/queue.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { usageChange } from '../company/usage.ts'
import { foldName } from '../table/fold.ts'
import { changeRow, createRow, deleteRow, everyRow, getRow, requireRow, type SmallList } from '../table/small-list.ts'

export const QUEUES: SmallList<Queue> = {
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
  }),
}

export const getQueue = (companyId: string, queueId: string, consistent = false): Promise<Queue | undefined> =>
  getRow(companyId, QUEUES, queueId, consistent)

/** Throws ERR_NO_QUEUE_FOUND. */
export const requireQueue = (companyId: string, queueId: string, consistent = false): Promise<Queue> =>
  requireRow(companyId, QUEUES, queueId, consistent)

/** Every queue of the company in its order: numbered ones first, the others by name. */
export async function listQueues(companyId: string, consistent = false): Promise<Queue[]> {
  const place = (queue: Queue) => queue.orderQueue ?? Number.POSITIVE_INFINITY
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
export const createQueue = (companyId: string, queue: Queue, limit: number): Promise<Queue> =>
  createRow(companyId, QUEUES, queue, {
    writes: [usageChange(companyId, { add: { queues: 1 }, below: { queues: limit } })],
    refusals: { usage: 'ERR_PLAN_LIMIT' },
  })

/** Throws ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_NO_QUEUE_FOUND; ERR_CONFLICT when it changed since. */
export const changeQueue = (
  companyId: string,
  before: Queue,
  fields: { [K in keyof Queue]?: Queue[K] | undefined },
): Promise<Queue> => changeRow(companyId, QUEUES, before, fields)

/** False when it was gone already. Throws ERR_CONFLICT when it was changed since. */
export const deleteQueue = (companyId: string, queue: Queue): Promise<boolean> =>
  deleteRow(companyId, QUEUES, queue, { writes: [usageChange(companyId, { add: { queues: -1 } })] })
