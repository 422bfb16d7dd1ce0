import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { clearError, getMessage } from '../data/tickets/message.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { armTimer } from '../data/timers/timer.ts'
import { messageChanged } from './message-changed.ts'
import { outboxTimer } from './outbox.ts'
import { contentOf } from './outgoing.ts'
import { resolveAddress } from './resolve-address.ts'
import { enqueueSend } from './send-message.ts'

/**
 * Sends a failed message once more, under the same WhatsApp id.
 * @throws ERR_FETCH_WAPP_MSG when it has no content
 */
export async function retryMessage(ticket: TicketRow, message: MessageRow): Promise<MessageRow> {
  const content = contentOf(message)
  if (!content) throw new AppError('ERR_FETCH_WAPP_MSG')
  const since = Date.now()
  const [chat, quoted, cleared] = await Promise.all([
    resolveAddress(ticket),
    message.quoted?.id ? getMessage(message.companyId, message.quoted.id) : undefined,
    clearError(message),
    armTimer(outboxTimer(message.companyId, ticket.id, since, { messageId: message.id, since })),
  ])
  const after = cleared ?? message
  await Promise.all([
    enqueueSend(chat, message.whatsappMessageId, content, quoted, newId()),
    messageChanged(ticket, after),
  ])
  return after
}
