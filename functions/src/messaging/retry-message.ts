import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cloudRetryWrites } from '../data/channels/meta-page-send.ts'
import { requireUnblocked } from '../data/contacts/blocked-contact.ts'
import { retryUntilWritten } from '../data/table/transact.ts'
import { clearError, getMessage } from '../data/tickets/message.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { armTimer } from '../data/timers/timer.ts'
import { messageChanged } from './message-changed.ts'
import { outboxTimer } from './outbox.ts'
import { contentOf } from './outgoing.ts'
import { requireWindow } from './require-window.ts'
import { resolveAddress } from './resolve-address.ts'
import { enqueueSend } from './send-message.ts'

/** Time (ms) after which a part of which nothing is known is not being sent any more. */
const SENT_LONG_AGO_MS = 2 * 60_000

/**
 * Sends a failed message once more, under the same WhatsApp id. A person asks for it: a cloud
 * number's message whose outcome is unknown is sent, too. Of two calls at once one sends.
 * @throws ERR_FETCH_WAPP_MSG when it has no content, ERR_CONTACT_BLOCKED, ERR_OUTSIDE_WINDOW
 */
export async function retryMessage(ticket: TicketRow, message: MessageRow): Promise<MessageRow> {
  const { companyId, connectionId: whatsappId, whatsappMessageId: messageId } = message
  const content = contentOf(message)
  if (!content) throw new AppError('ERR_FETCH_WAPP_MSG')
  await requireUnblocked(companyId, ticket.contact.id)
  const since = Date.now()
  // Of a ticket that moved since, it is another connection's window.
  if (ticket.whatsapp.id === whatsappId) requireWindow(ticket, content.kind, since)
  const isSettled = (sendingAt: number) => since - sendingAt >= SENT_LONG_AGO_MS
  const [chat, quoted] = await Promise.all([
    resolveAddress(ticket, message),
    message.quoted?.id ? getMessage(companyId, message.quoted.id) : undefined,
    armTimer(outboxTimer(companyId, ticket.id, since, { messageId: message.id, since })),
  ])
  const cleared = await retryUntilWritten(async () =>
    clearError(message, await cloudRetryWrites({ companyId, whatsappId, messageId }, isSettled)),
  )
  if (!cleared) return (await getMessage(companyId, message.id)) ?? message
  await Promise.all([enqueueSend(chat, messageId, content, quoted, newId()), messageChanged(ticket, cleared)])
  return cleared
}
