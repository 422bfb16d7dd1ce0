import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { showQueue } from '../../../messaging/show-queue.ts'

export const getQueue: Handlers<typeof team, HttpContexts>['queue']['get'] = async ({ companyId }, { params }) =>
  showQueue(await requireQueue(companyId, params.id))
