import type { MetaPageChannel } from '@balcao/shared/entities/channel.ts'
import type { InboundSeen } from '@balcao/shared/events/queues.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { messageOfMid, metaPageSendOf } from '../../data/channels/meta-page-send.ts'
import { aliasesOf, scopedAlias } from '../../data/contacts/contact-row.ts'
import { conversationStateOf } from '../../data/tickets/live-ticket.ts'
import { findMessageByWhatsappId, listMessages, raiseAck } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { partsOf } from '../../integrations/meta/page-parts.ts'
import { messageChanged } from '../../messaging/message-changed.ts'
import { contentOf } from '../../messaging/outgoing.ts'

/** Maximum number of messages to mark: anything older was read long ago. */
const MAX_MESSAGES = 100

/**
 * Marks messages as read. Meta reports the time up to which its customer read: all messages before
 * it are read too.
 */
export async function takeSeen({ companyId, connectionId, chat, ack, until, mid }: InboundSeen): Promise<void> {
  if (!chat.scoped) return
  const alias = scopedAlias(chat.scoped)
  const contactId = (await aliasesOf(companyId, [alias])).get(alias)
  if (!contactId) return
  const { liveTicketId, lastClosed } = await conversationStateOf(companyId, connectionId, contactId)
  const ticketId = liveTicketId ?? lastClosed?.ticketId
  if (!ticketId) return
  const last = mid ? await timesOf(companyId, connectionId, mid) : until && { created: until, sent: until }
  if (!last) return
  for (const message of await listMessages(companyId, ticketId, { limit: MAX_MESSAGES })) {
    if (!message.fromMe || message.ack >= ack || timeOfId(message.id) > last.created) continue
    // A message still on its way was not seen, whatever the clocks say.
    if (message.ack === 0 && !(await wasSent(message, chat.scoped.channel, last.sent))) continue
    const [after, ticket] = await Promise.all([raiseAck(message, ack), getTicket(companyId, ticketId, true)])
    if (after && ticket) await messageChanged(ticket, after)
  }
}

const sendOf = ({ companyId, connectionId: whatsappId, whatsappMessageId: messageId }: MessageRow) =>
  metaPageSendOf({ companyId, whatsappId, messageId })

/** Returns when the message with an id of Meta was created and sent (epoch milliseconds). */
async function timesOf(companyId: string, connectionId: string, mid: string) {
  const own = (await messageOfMid(companyId, connectionId, mid)) ?? mid
  const message = await findMessageByWhatsappId(companyId, connectionId, own)
  if (!message) return undefined
  const created = timeOfId(message.id)
  return { created, sent: (await sendOf(message))?.sentAt ?? created }
}

/**
 * Returns whether all parts of a message had been sent at a time (epoch milliseconds): what Meta
 * says of a message may overtake the event by which its sender says that it left.
 */
async function wasSent(message: MessageRow, channel: MetaPageChannel, time: number): Promise<boolean> {
  const content = message.error ? undefined : contentOf(message)
  const send = content && (await sendOf(message))
  if (send?.sentAt === undefined || send.sentAt > time) return false
  return send.mids.length >= partsOf(content!, channel).length
}
