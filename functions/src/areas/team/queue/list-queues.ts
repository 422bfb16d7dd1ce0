import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import * as queues from '../../../data/team/queue.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { plainRows } from '../../../http/plain-list.ts'
import { showQueue } from '../../../messaging/show-queue.ts'

export const listQueues: Handlers<typeof team, HttpContexts>['queue']['list'] = async (ctx, { query }) =>
  Promise.all((await plainRows(ctx, 'queues', await queues.listQueues(ctx.companyId), query)).map(showQueue))
