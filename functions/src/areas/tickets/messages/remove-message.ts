import { requireUnblocked } from '../../../data/contacts/blocked-contact.ts'
import { markDeleted } from '../../../data/tickets/message-rewrite.ts'
import { logEntry } from '../../../data/tickets/ticket-log.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { sendDelete } from '../../../messaging/chat-commands.ts'
import { messageChanged } from '../../../messaging/message-changed.ts'
import { publishTicketLogs } from '../../../messaging/publish-ticket.ts'
import { resolveAddress } from '../../../messaging/resolve-address.ts'
import type { Operations } from '../operations.ts'
import { assertMayRewrite, assertOwn, visibleMessage } from './own-message.ts'
import { requireCapability } from './require-capability.ts'

/** WhatsApp's own limit. */
const DELETE_WINDOW_MS = 48 * 3_600_000

/** Deletes a message for everyone. A second call changes nothing. */
export const removeMessage: Operations['messages']['remove'] = async (ctx, { params }) => {
  const { message, ticket, user } = await visibleMessage(ctx, params.id)
  await requireCapability(message, 'deletions')
  await requireUnblocked(ctx.companyId, ticket.contact.id)
  assertMayRewrite(ctx, message)
  if (message.isDeleted) return toWireMessage(message, ticket)
  assertOwn(message, DELETE_WINDOW_MS, 'ERR_DELETE_WAPP_MSG')
  const { write, log } = logEntry(ctx.companyId, ticket.id, { type: 'messageDeleted', user })
  const deleted = await markDeleted(message, { by: user, extra: [write] })
  if (!deleted) return toWireMessage({ ...message, isDeleted: true }, ticket)
  await sendDelete(await resolveAddress(ticket, message), message.whatsappMessageId)
  await Promise.all([messageChanged(ticket, deleted), publishTicketLogs(ticket, [log])])
  return toWireMessage(deleted, ticket)
}
