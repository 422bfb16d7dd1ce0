import { createHash } from 'node:crypto'
import type { PushWork } from '@balcao/shared/events/queues.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { lineOf } from '@balcao/shared/rules/message-line.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { getPreferences } from '../data/account/preferences.ts'
import {
  getPushDevice,
  type PushDeviceRow,
  pushFailed,
  pushTaken,
  removePushDevice,
  subscriptionOf,
} from '../data/account/push-device.ts'
import { getSession } from '../data/account/session.ts'
import { listSockets } from '../data/realtime/socket.ts'
import { getUser } from '../data/team/user.ts'
import { getMessage } from '../data/tickets/message.ts'
import { getNotice } from '../data/tickets/notice.ts'
import { getTicket } from '../data/tickets/ticket.ts'
import { hidesNumbersFrom } from '../http/hides-numbers.ts'
import { logger } from '../http/logger.ts'
import { maskFor } from '../http/mask-for.ts'
import { type Push, sendPush } from '../integrations/web-push/send-push.ts'
import { enqueuePush } from '../messaging/enqueue.ts'
import { mayReceiveNotice, mayReceivePush } from './may-receive-push.ts'
import { PUSH_TEXTS } from './push-texts.ts'
import { PUSH_SECONDS } from './too-late.ts'

type Send = Extract<PushWork, { type: 'send' }>

/**
 * Seconds until the next attempt where a push service names none, by how often it was deferred;
 * after the last it is given up.
 */
const AGAIN = [15, 60, 300, 900]
/** Maximum delay of SQS, in seconds. */
const MAX_DELAY_S = 900
/**
 * Maximum UTF-16 units of a name and of a text, where a push may contain them: a device shows no
 * more.
 */
const [NAME, TEXT] = [60, 160]

/**
 * Sends a push to one device, as long as its session lives and its user would still get it. Never
 * throws for an error of its push service.
 */
export async function sendToDevice(send: Send): Promise<void> {
  const { companyId, userId, deviceId } = send
  const device = await getPushDevice(companyId, userId, deviceId)
  if (!device) return
  const [session, user] = await Promise.all([getSession(companyId, userId), getUser(companyId, userId, true)])
  const subscription = subscriptionOf(device)
  if (!user || session?.sessionId !== device.sessionId || !subscription)
    return removePushDevice(companyId, userId, deviceId)
  const push = send.about === null ? testPush(device) : await pushAbout(device, user, send.about)
  if (!push) return
  if (await hidesNumbersFrom(companyId, user)) push.payload = await maskFor(companyId, push.payload)
  const sent = await sendPush(subscription, push)
  switch (sent.outcome) {
    case 'taken':
      return pushTaken(companyId, userId, deviceId)
    case 'gone':
      return removePushDevice(companyId, userId, deviceId)
    case 'refused':
      logger.warn('a push was refused', { companyId })
      return pushFailed(companyId, userId, deviceId)
    case 'later':
      return postpone(send, sent.seconds)
  }
}

/**
 * Defers a push. If the service asks for more than the queue's maximum delay, it is asked again
 * after that, and may refuse again.
 */
async function postpone(send: Send, seconds: number | undefined): Promise<void> {
  const { companyId, userId, deviceId, tries } = send
  await pushFailed(companyId, userId, deviceId)
  const own = AGAIN[tries]
  if (own !== undefined)
    await enqueuePush({ ...send, tries: tries + 1 }, Math.min(MAX_DELAY_S, Math.max(1, seconds ?? own)))
}

const topicOf = (companyId: string, about: string): string =>
  createHash('sha256').update(`${companyId} ${about}`).digest('base64url').slice(0, 32)

const testPush = ({ companyId, language, id }: PushDeviceRow): Push => ({
  payload: { title: 'Balcão', body: PUSH_TEXTS[language].test, tag: 'test', url: '/', message: null },
  ttl: 60,
  topic: topicOf(companyId, `test ${id}`),
})

type User = NonNullable<Awaited<ReturnType<typeof getUser>>>
type About = NonNullable<Send['about']>

const pushAbout = (device: PushDeviceRow, user: User, about: About): Promise<Push | undefined> =>
  'noticeId' in about ? noticePush(device, user, about) : messagePush(device, user, about)

/** Returns the push of a notice; undefined once it was read, or its ticket is out of sight. */
async function noticePush(
  { companyId, language }: PushDeviceRow,
  user: User,
  { ticketId, noticeId }: Extract<About, { noticeId: string }>,
): Promise<Push | undefined> {
  const [ticket, notice, sockets, preferences] = await Promise.all([
    getTicket(companyId, ticketId),
    getNotice(companyId, user.id, noticeId),
    listSockets(companyId),
    getPreferences(companyId, user.id),
  ])
  if (!ticket || !notice || notice.read || !mayReceiveNotice(user, ticket, sockets)) return undefined
  const shown = preferences.notifications.pushText
    ? { title: cutText(notice.by.name, NAME, '…'), body: cutText(notice.text, TEXT, '…') }
    : { title: 'Balcão', body: PUSH_TEXTS[language][notice.kind] }
  return {
    payload: { ...shown, tag: noticeId, url: `/tickets/${ticketId}`, message: noticeId },
    ttl: PUSH_SECONDS,
    topic: topicOf(companyId, noticeId),
  }
}

/** Returns the push of a message; undefined when nobody should get it any more. */
async function messagePush(
  { companyId, language }: PushDeviceRow,
  user: User,
  { ticketId, messageId }: Extract<About, { messageId: string }>,
): Promise<Push | undefined> {
  const [ticket, message, sockets, preferences] = await Promise.all([
    getTicket(companyId, ticketId),
    getMessage(companyId, messageId),
    listSockets(companyId),
    getPreferences(companyId, user.id),
  ])
  if (!ticket || !message || !mayReceivePush(user, ticket, sockets)) return undefined
  const plain = { title: 'Balcão', body: PUSH_TEXTS[language].message }
  const shown = preferences.notifications.pushText
    ? {
        title: cutText(ticket.contact.name, NAME, '…'),
        body: cutText(plainText(lineOf(message)), TEXT, '…') || plain.body,
      }
    : plain
  return {
    payload: { ...shown, tag: ticketId, url: `/tickets/${ticketId}`, message: messageId },
    ttl: PUSH_SECONDS,
    topic: topicOf(companyId, ticketId),
  }
}
