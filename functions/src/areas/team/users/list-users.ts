import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { weightOf } from '../../../data/table/page.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { pageOfUsers, toWireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const listUsers: Handlers<typeof team, HttpContexts>['users']['list'] = async ({ companyId }, { query }) => {
  const queues = await listQueues(companyId)
  // A row has the ids of queues, an answer their names.
  const page = await pageOfUsers(companyId, query, user => weightOf(toWireUser(user, queues)))
  return { ...page, users: page.users.map(user => toWireUser(user, queues)) }
}
