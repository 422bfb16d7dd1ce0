import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import type { Queue } from '@balcao/shared/entities/queue.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { planOf } from '../../../data/company/company.ts'
import { newRow } from '../../../data/table/small-list.ts'
import * as queues from '../../../data/team/queue.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { tellRow } from '../../small-list.ts'

export const createQueue: Handlers<typeof team, HttpContexts>['queue']['create'] = async ({ companyId }, { body }) => {
  const queue = newRow<Queue>({
    ...body,
    integrationId: null,
    promptId: null,
    schedules: body.schedules ?? DEFAULT_SCHEDULES,
  })
  await queues.createQueue(companyId, queue, (await planOf(companyId)).queues)
  await tellRow(companyId, 'queue', 'create', queue)
  return queue
}
