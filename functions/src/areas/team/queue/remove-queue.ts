import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { showWhatsapps } from '../../../data/channels/show-whatsapp.ts'
import { dropQueueFromWhatsapps } from '../../../data/channels/whatsapp.ts'
import { changeSocketRights } from '../../../data/realtime/socket.ts'
import { deleteQueue, getQueue, listQueues } from '../../../data/team/queue.ts'
import { dropQueueFromUsers, toWireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publish } from '../../../realtime/publish.ts'

/** Deletes a queue. Users and connections lose it at once, its live tickets in the background. */
export const removeQueue: Handlers<typeof team, HttpContexts>['queue']['remove'] = async (
  { companyId, audit },
  { params: { id } },
) => {
  const queue = await getQueue(companyId, id, true)
  if (!queue || !(await deleteQueue(companyId, queue))) return
  audit({ name: queue.name })
  await enqueueJob({ type: 'removeQueue', companyId, queueId: id })
  const [users, connections, left] = await Promise.all([
    dropQueueFromUsers(companyId, id),
    dropQueueFromWhatsapps(companyId, id),
    listQueues(companyId),
  ])
  await Promise.all(
    users.map(user =>
      changeSocketRights(companyId, user.id, {
        userName: user.name,
        profile: user.profile,
        super: user.super,
        queueIds: user.queueIds,
        permissions: [...user.permissions],
        allTicket: user.allTicket,
      }),
    ),
  )
  const shown = await showWhatsapps(companyId, connections, left)
  await Promise.all([
    publish(companyId, 'queue', { action: 'delete', queueId: id }),
    ...users.map(user => publish(companyId, 'user', { action: 'update', user: toWireUser(user, left) })),
    ...shown.map(whatsapp => publish(companyId, 'whatsapp', { action: 'update', whatsapp })),
  ])
}
