import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { listQueues } from '../../../data/queue.ts'
import { pageOfUsers, toWireUser } from '../../../data/user.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const listUsers: Handlers<typeof team, HttpContexts>['users']['list'] = async ({ companyId }, { query }) => {
  const [page, queues] = await Promise.all([pageOfUsers(companyId, query), listQueues(companyId)])
  return { ...page, users: page.users.map(user => toWireUser(user, queues)) }
}
