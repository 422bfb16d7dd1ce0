import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const getQueue: Handlers<typeof team, HttpContexts>['queue']['get'] = ({ companyId }, { params }) =>
  requireQueue(companyId, params.id)
