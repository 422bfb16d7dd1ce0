import { AppError } from '@balcao/shared/errors.ts'
import { isEditable } from '@balcao/shared/rules/editable.ts'
import { editMessage } from '../../../data/tickets/message-rewrite.ts'
import { logEntry } from '../../../data/tickets/ticket-log.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { sendEdit } from '../../../messaging/chat-commands.ts'
import { messageChanged } from '../../../messaging/message-changed.ts'
import { publishTicketLogs } from '../../../messaging/publish-ticket.ts'
import { resolveAddress } from '../../../messaging/resolve-address.ts'
import type { Operations } from '../operations.ts'
import { assertMayRewrite, assertOwn, visibleMessage } from './own-message.ts'
import { requireCapability } from './require-capability.ts'

/** WhatsApp's own limit. */
const EDIT_WINDOW_MS = 15 * 60_000

export const updateMessage: Operations['messages']['update'] = async (ctx, { params, body }) => {
  const { message, ticket, user } = await visibleMessage(ctx, params.id)
  const { media } = message
  await requireCapability(message, 'edits')
  assertMayRewrite(ctx, message)
  assertOwn(message, EDIT_WINDOW_MS, 'ERR_EDIT_WAPP_MSG')
  const isMissing = media !== null && !media.key
  if (message.isDeleted || message.error || isMissing) throw new AppError('ERR_EDIT_WAPP_MSG')
  if (!isEditable(message)) throw new AppError('ERR_EDIT_KIND')
  if (message.body === body.body) return toWireMessage(message, ticket)
  const { write, log } = logEntry(ctx.companyId, ticket.id, { type: 'messageEdited', user })
  const edited = await editMessage(message, body.body, { by: user, extra: [write] })
  if (!edited) throw new AppError('ERR_CONFLICT')
  await sendEdit(await resolveAddress(ticket, message), {
    whatsappMessageId: message.whatsappMessageId,
    body: body.body,
    ...(media?.key ? { media: { ...media, key: media.key } } : {}),
  })
  await Promise.all([messageChanged(ticket, edited), publishTicketLogs(ticket, [log])])
  return toWireMessage(edited, ticket)
}
