import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { removePushDevices } from '../../../data/account/push-device.ts'
import { deleteUser, getUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { evict } from '../../../realtime/evict.ts'
import { publish } from '../../../realtime/publish.ts'

/**
 * Deletes a user. Their session and sockets end at once; their open tickets return to pending in
 * the background.
 */
export const removeUser: Handlers<typeof team, HttpContexts>['users']['remove'] = async (
  { companyId, actor, audit },
  { params: { id } },
) => {
  // Deleting oneself could leave nobody to undo it: another admin does it.
  if (id === actor.userId) throw new AppError('ERR_OWN_ACCOUNT')
  const user = await getUser(companyId, id, true)
  if (!user) return
  if (user.super && !actor.super) throw new AppError('ERR_NO_PERMISSION')
  await deleteUser(user)
  audit({ name: user.name })
  await removePushDevices(companyId, id)
  await enqueueJob({ type: 'removeUser', companyId, userId: id })
  await evict(companyId, id, 'ended')
  await publish(companyId, 'user', { action: 'delete', userId: id })
}
