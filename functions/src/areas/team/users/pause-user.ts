import { mayDo } from '@balcao/shared/access.ts'
import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { requireUser, setPaused, toWireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { askForTickets } from '../../../messaging/ask-for-tickets.ts'
import { publish } from '../../../realtime/publish.ts'

/** Pauses or resumes what queues give to a user; who resumes may get a waiting ticket at once. */
export const pauseUser: Handlers<typeof team, HttpContexts>['distribution']['pause'] = async (
  { companyId, actor },
  { params: { id }, body: { paused } },
) => {
  const isSelf = id === actor.userId
  if (!isSelf && !mayDo('user-modal:editProfile', actor)) throw new AppError('ERR_NO_PERMISSION')
  const before = await requireUser(companyId, id)
  if (before.super && !actor.super) throw new AppError('ERR_NO_USER_FOUND')
  const [after, queues] = await Promise.all([setPaused(companyId, id, paused), listQueues(companyId)])
  if (!after) throw new AppError('ERR_NO_USER_FOUND')
  const user = toWireUser(after, queues)
  await Promise.all([
    publish(companyId, 'user', { action: 'update', user }),
    paused ? undefined : askForTickets(after, queues),
  ])
  return user
}
