import type { InboundSeen } from '@balcao/shared/events/queues.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { messageOfMid } from '../../data/channels/meta-page-send.ts'
import { aliasesOf, scopedAlias } from '../../data/contacts/contact-row.ts'
import { conversationStateOf } from '../../data/tickets/live-ticket.ts'
import { findMessageByWhatsappId, listMessages, raiseAck } from '../../data/tickets/message.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { messageChanged } from '../../messaging/message-changed.ts'

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
  const last = mid ? await timeOf(companyId, connectionId, mid) : until
  if (last === undefined) return
  for (const message of await listMessages(companyId, ticketId, { limit: MAX_MESSAGES })) {
    // A message still on its way was not seen, whatever the clocks say.
    if (!message.fromMe || message.ack === 0 || message.ack >= ack || timeOfId(message.id) > last) continue
    const [after, ticket] = await Promise.all([raiseAck(message, ack), getTicket(companyId, ticketId, true)])
    if (after && ticket) await messageChanged(ticket, after)
  }
}

async function timeOf(companyId: string, connectionId: string, mid: string): Promise<number | undefined> {
  const own = (await messageOfMid(companyId, connectionId, mid)) ?? mid
  const message = await findMessageByWhatsappId(companyId, connectionId, own)
  return message && timeOfId(message.id)
}
