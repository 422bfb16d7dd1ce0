import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { planOf } from '../../../data/company/company.ts'
import { newRow } from '../../../data/table/small-list.ts'
import * as queues from '../../../data/team/queue.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { showQueue } from '../../../messaging/show-queue.ts'
import { fileAlong } from '../../kept-file.ts'
import { requireAnswering } from '../../require-answering.ts'

export const createQueue: Handlers<typeof team, HttpContexts>['queue']['create'] = async (
  { companyId },
  { body, files },
) => {
  await requireAnswering(companyId, body)
  const row = newRow<queues.QueueRow>({
    ...body,
    schedules: body.schedules ?? DEFAULT_SCHEDULES,
    media: null,
    held: null,
    ...(await fileAlong(companyId, files)),
  })
  const queue = await showQueue(await queues.createQueue(companyId, row, (await planOf(companyId)).queues))
  await publishRow(companyId, 'queue', 'create', queue)
  return queue
}
