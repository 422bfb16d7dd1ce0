import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { weightOf } from '../../../data/table/page.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { pageOfUsers, toWireUser, type UserRow } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const listUsers: Handlers<typeof team, HttpContexts>['users']['list'] = async (
  { companyId, actor },
  { query },
) => {
  const queues = await listQueues(companyId)
  // A row has the ids of queues, an answer their names.
  const page = await pageOfUsers(companyId, { ...query, operators: actor.super }, user =>
    weightOf(toWireUser(user, queues)),
  )
  // The caller is online, before their socket says so.
  const shown = (user: UserRow) => ({
    ...toWireUser(user, queues),
    ...(user.id === actor.userId ? { online: true } : {}),
  })
  return { ...page, users: page.users.map(shown) }
}
