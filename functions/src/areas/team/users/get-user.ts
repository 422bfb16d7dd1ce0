import { mayDo } from '@balcao/shared/access.ts'
import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { requireUser, toWireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'

export const getUser: Handlers<typeof team, HttpContexts>['users']['get'] = async (
  { companyId, actor },
  { params },
) => {
  const [user, queues] = await Promise.all([requireUser(companyId, params.id), listQueues(companyId)])
  if (user.super && !actor.super) throw new AppError('ERR_NO_USER_FOUND')
  if (user.id !== actor.userId && !mayDo('user-modal:editProfile', actor)) throw new AppError('ERR_NO_PERMISSION')
  return toWireUser(user, queues)
}
