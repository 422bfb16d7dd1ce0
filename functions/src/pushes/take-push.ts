import type { PushWork } from '@balcao/shared/events/queues.ts'
import { accessHoursOf, mayBeSignedIn } from '@balcao/shared/rules/access-hours.ts'
import { listPushDevices, type PushDeviceRow, pushDevicesOf } from '../data/account/push-device.ts'
import { silencedBy } from '../data/company/company.ts'
import { getSettings } from '../data/company/setting.ts'
import { listSockets } from '../data/realtime/socket.ts'
import { getUser, type UserRow } from '../data/team/user.ts'
import { getTicket } from '../data/tickets/ticket.ts'
import { enqueuePush } from '../messaging/enqueue.ts'
import { mayReceiveNotice, mayReceivePush } from './may-receive-push.ts'
import { sendToDevice } from './send-to-device.ts'
import { isTooLate } from './too-late.ts'

/**
 * Handles a message or a notice to push, or one device to push it to. Nobody gets a push for a
 * company that is disabled, being deleted or past its due date.
 */
export async function takePush(push: PushWork): Promise<void> {
  if (isTooLate(push.at) || (await silencedBy(push.companyId))) return
  await (push.type === 'send' ? sendToDevice(push) : push.type === 'notice' ? spreadNotice(push) : spread(push))
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
      if (user && mayReceivePush(user, ticket, sockets) && (await isAtWork(user)))
        await sendEach(theirs, { ticketId, messageId }, at)
    }),
  )
}

/** Returns whether a user is within their access hours: nobody is called to work outside them. */
async function isAtWork(user: UserRow): Promise<boolean> {
  return !accessHoursOf(user) || mayBeSignedIn(user, Date.now(), (await getSettings(user.companyId)).timezone)
}

/** Enqueues the devices of a notice's users, like those of a message. */
async function spreadNotice({ companyId, ticketId, noticeId, userIds, at }: Extract<PushWork, { type: 'notice' }>) {
  const [ticket, sockets] = await Promise.all([getTicket(companyId, ticketId), listSockets(companyId)])
  if (!ticket) return
  await Promise.all(
    userIds.map(async userId => {
      const [user, devices] = await Promise.all([getUser(companyId, userId), pushDevicesOf(companyId, userId)])
      if (user && mayReceiveNotice(user, ticket, sockets) && (await isAtWork(user)))
        await sendEach(devices, { ticketId, noticeId }, at)
    }),
  )
}

async function sendEach(
  devices: readonly PushDeviceRow[],
  about: Extract<PushWork, { type: 'send' }>['about'],
  at: number,
): Promise<void> {
  await Promise.all(
    devices.map(({ companyId, userId, id }) =>
      enqueuePush({ type: 'send', companyId, userId, deviceId: id, about, at, tries: 0 }),
    ),
  )
}
