import { AppError } from '@balcao/shared/errors.ts'
import { markDeleted } from '../../../data/tickets/message.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { sendDelete } from '../../../messaging/chat-commands.ts'
import { messageChanged } from '../../../messaging/message-changed.ts'
import { reachOf } from '../../../messaging/reach.ts'
import type { Operations } from '../operations.ts'
import { assertOwn, visibleMessage } from './own-message.ts'

/** WhatsApp's own limit. */
const DELETE_WINDOW_MS = 48 * 3_600_000

/** For everyone. A second time changes nothing. */
export const removeMessage: Operations['messages']['remove'] = async (ctx, { params }) => {
  const { message, ticket } = await visibleMessage(ctx, params.id)
  if (ticket.contact.channel) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  if (message.isDeleted) return toWireMessage(message, ticket)
  assertOwn(message, DELETE_WINDOW_MS, 'ERR_DELETE_WAPP_MSG')
  const deleted = await markDeleted(message)
  if (!deleted) return toWireMessage({ ...message, isDeleted: true }, ticket)
  await sendDelete(await reachOf(ticket), message.whatsappMessageId)
  await messageChanged(ticket, deleted)
  return toWireMessage(deleted, ticket)
}
