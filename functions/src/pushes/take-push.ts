import type { PushWork } from '@balcao/shared/events/queues.ts'
import { listPushDevices } from '../data/account/push-device.ts'
import { silencedBy } from '../data/company/company.ts'
import { listSockets } from '../data/realtime/socket.ts'
import { getUser } from '../data/team/user.ts'
import { getTicket } from '../data/tickets/ticket.ts'
import { enqueuePush } from '../messaging/enqueue.ts'
import { mayReceivePush } from './may-receive-push.ts'
import { sendToDevice } from './send-to-device.ts'
import { isTooLate } from './too-late.ts'

/**
 * Handles a message to push, or one device to push it to. Nobody gets a push for a company that is
 * disabled, being deleted or past its due date.
 */
export async function takePush(push: PushWork): Promise<void> {
  if (isTooLate(push.at) || (await silencedBy(push.companyId))) return
  await (push.type === 'send' ? sendToDevice(push) : spread(push))
}

/**
 * Enqueues each device separately, so that a slow or unavailable push service holds back no other.
 * A repeated run enqueues some again; a repeated push replaces the first one.
 */
async function spread({ companyId, ticketId, messageId, at }: Extract<PushWork, { type: 'message' }>): Promise<void> {
  const [ticket, devices, sockets] = await Promise.all([
    getTicket(companyId, ticketId),
    listPushDevices(companyId),
    listSockets(companyId),
  ])
  if (!ticket) return
  await Promise.all(
    [...Map.groupBy(devices, ({ userId }) => userId)].map(async ([userId, theirs]) => {
      const user = await getUser(companyId, userId)
      if (!user || !mayReceivePush(user, ticket, sockets)) return
      const about = { ticketId, messageId }
      await Promise.all(
        theirs.map(({ id }) => enqueuePush({ type: 'send', companyId, userId, deviceId: id, about, at, tries: 0 })),
      )
    }),
  )
}
