import type { Queue } from '@balcao/shared/entities/queue.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { Entity, type EntityItem } from 'electrodb'
import { usageChange } from '../company/usage.ts'
import { documentClient, tableName } from '../table/client.ts'
import { index, model, SCHEDULES } from '../table/entity.ts'
import { foldName } from '../table/fold.ts'
import { put, remove, transact, type Write, WriteRefused } from '../table/transact.ts'
import { reclaim } from '../table/unique.ts'

const QueueEntity = new Entity({
  model: model('queue'),
  attributes: {
    companyId: { type: 'string', required: true },
    queueId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    color: { type: 'string', required: true },
    greetingMessage: { type: 'string', required: true },
    complationMessage: { type: 'string', required: true },
    outOfHoursMessage: { type: 'string', required: true },
    ratingMessage: { type: 'string', required: true },
    orderQueue: { type: 'number' },
    integrationId: { type: 'string' },
    promptId: { type: 'string' },
    schedules: SCHEDULES,
    createdAt: { type: 'string', required: true },
    updatedAt: { type: 'string', required: true },
  },
  indexes: {
    byId: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#queue' },
      { composite: ['queueId'], template: 'queue#${queueId}' },
    ),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })

const toQueue = ({ companyId: _, queueId, ...row }: EntityItem<typeof QueueEntity>): Queue => ({
  ...row,
  id: queueId,
  orderQueue: row.orderQueue ?? null,
  integrationId: row.integrationId ?? null,
  promptId: row.promptId ?? null,
})

export async function getQueue(companyId: string, queueId: string, consistent = false): Promise<Queue | undefined> {
  const { data } = await QueueEntity.get({ companyId, queueId }).go({ ...options(), consistent })
  return data ? toQueue(data) : undefined
}

/** Throws ERR_NO_QUEUE_FOUND. */
export async function requireQueue(companyId: string, queueId: string, consistent = false): Promise<Queue> {
  const queue = await getQueue(companyId, queueId, consistent)
  if (!queue) throw new AppError('ERR_NO_QUEUE_FOUND')
  return queue
}

/** Every queue of the company in its order: numbered ones first, the others by name. */
export async function listQueues(companyId: string, consistent = false): Promise<Queue[]> {
  const { data } = await QueueEntity.query.byId({ companyId }).go({ ...options(), pages: 'all', consistent })
  const place = (queue: Queue) => queue.orderQueue ?? Number.POSITIVE_INFINITY
  return data
    .map(toQueue)
    .sort((a, b) => (place(a) === place(b) ? a.name.localeCompare(b.name, 'pt') : place(a) - place(b)))
}

/** The queues of these ids; throws ERR_NO_QUEUE_FOUND when one of them is not the company's. */
export async function requireQueues(companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const known = new Set((await listQueues(companyId, true)).map(queue => queue.id))
  if (!ids.every(id => known.has(id))) throw new AppError('ERR_NO_QUEUE_FOUND')
}

const colorKey = (color: string) => color.toLowerCase()

const writable = ({ id: queueId, orderQueue, integrationId, promptId, ...rest }: Queue, companyId: string) => ({
  ...rest,
  companyId,
  queueId,
  ...(orderQueue === null ? {} : { orderQueue }),
  ...(integrationId === null ? {} : { integrationId }),
  ...(promptId === null ? {} : { promptId }),
})

const REFUSALS = {
  queueName: 'ERR_QUEUE_NAME_ALREADY_EXISTS',
  queueColor: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  usage: 'ERR_PLAN_LIMIT',
  queue: 'ERR_CONFLICT',
} as const

/** The writes that hold a queue's name and colour, each once in a company. */
const claims = (companyId: string, before: Queue | undefined, after: Queue | undefined): Write[] => {
  const id = (after ?? before)!.id
  return [
    ...reclaim(companyId, 'queueName', id, before && foldName(before.name), after && foldName(after.name)),
    ...reclaim(companyId, 'queueColor', id, before && colorKey(before.color), after && colorKey(after.color)),
  ]
}

/** Throws ERR_QUEUE_NAME_ALREADY_EXISTS, ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_PLAN_LIMIT. */
export const createQueue = (companyId: string, queue: Queue, limit: number): Promise<void> =>
  transact(
    [
      put('queue', QueueEntity.create(writable(queue, companyId)).params({ table: tableName() })),
      ...claims(companyId, undefined, queue),
      usageChange(companyId, { add: { queues: 1 }, below: { queues: limit } }),
    ],
    REFUSALS,
  )

/** Replaces the queue read as `before`. Throws like `createQueue`; ERR_CONFLICT when it changed since. */
export const changeQueue = (companyId: string, before: Queue, after: Queue): Promise<void> =>
  transact(
    [
      put(
        'queue',
        QueueEntity.put(writable(after, companyId))
          .where((row, is) => is.eq(row.updatedAt, before.updatedAt))
          .params({ table: tableName() }),
      ),
      ...claims(companyId, before, after),
    ],
    REFUSALS,
  )

/** False when it was gone already. */
export async function deleteQueue(companyId: string, queue: Queue): Promise<boolean> {
  try {
    await transact([
      remove('queue', QueueEntity.remove({ companyId, queueId: queue.id }).params({ table: tableName() })),
      ...claims(companyId, queue, undefined),
      usageChange(companyId, { add: { queues: -1 } }),
    ])
    return true
  } catch (error) {
    if (error instanceof WriteRefused && error.label === 'queue') return false
    throw error
  }
}
