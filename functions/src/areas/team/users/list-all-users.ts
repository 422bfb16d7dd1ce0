import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { isOnline, listUsers } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { plainRows } from '../../../http/plain-list.ts'

export const listAllUsers: Handlers<typeof team, HttpContexts>['users']['listAll'] = async (ctx, { query }) => {
  const all = await listUsers(ctx.companyId)
  // Operators of the installation are nobody's colleagues.
  const users = all
    .filter(user => !user.super || ctx.actor.super)
    .map(user => ({
      id: user.id,
      name: user.name,
      queueIds: user.queueIds,
      // The caller is online, before their socket says so.
      online: isOnline(user) || user.id === ctx.actor.userId,
    }))
  return plainRows(ctx, 'users', users, query)
}
