import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { newId } from '@balcao/shared/ids.ts'
import { planOf } from '../../../data/company/company.ts'
import * as queues from '../../../data/team/queue.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { publish } from '../../../realtime/publish.ts'

export const createQueue: Handlers<typeof team, HttpContexts>['queue']['create'] = async ({ companyId }, { body }) => {
  const now = new Date().toISOString()
  const queue: Queue = {
    ...body,
    id: newId(),
    integrationId: null,
    promptId: null,
    schedules: body.schedules ?? DEFAULT_SCHEDULES,
    createdAt: now,
    updatedAt: now,
  }
  await queues.createQueue(companyId, queue, (await planOf(companyId)).queues)
  await publish(companyId, 'queue', { action: 'create', queue })
  return queue
}
