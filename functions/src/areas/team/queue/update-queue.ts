import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { changeQueue, requireQueue } from '../../../data/team/queue.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publish } from '../../../realtime/publish.ts'

export const updateQueue: Handlers<typeof team, HttpContexts>['queue']['update'] = async (
  { companyId },
  { params, body },
) => {
  const before = await requireQueue(companyId, params.id, true)
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const queue: Queue = { ...before, ...given, updatedAt: new Date().toISOString() }
  await changeQueue(companyId, before, queue)
  // Tickets carry the name and colour their rows show.
  if (queue.name !== before.name || queue.color !== before.color)
    await enqueueJob({ type: 'rename', companyId, entity: 'queue', id: queue.id })
  await publish(companyId, 'queue', { action: 'update', queue })
  return queue
}
