import { AppError } from '@balcao/shared/errors.ts'
import { isEditable } from '@balcao/shared/rules/editable.ts'
import { signedText, unsignedText } from '@balcao/shared/rules/signature.ts'
import { requireUnblocked } from '../../../data/contacts/blocked-contact.ts'
import { editMessage } from '../../../data/tickets/message-rewrite.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
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
  await requireUnblocked(ctx.companyId, ticket.contact.id)
  assertMayRewrite(ctx, message)
  assertOwn(message, EDIT_WINDOW_MS, 'ERR_EDIT_WAPP_MSG')
  const isMissing = media !== null && !media.key
  if (message.isDeleted || message.error || isMissing) throw new AppError('ERR_EDIT_WAPP_MSG')
  if (!isEditable(message)) throw new AppError('ERR_EDIT_KIND')
  const text = withSignature(message, body.body)
  if (message.body === text) return toWireMessage(message, ticket)
  const { write, log } = logEntry(ctx.companyId, ticket.id, { type: 'messageEdited', user })
  const edited = await editMessage(message, text, { by: user, extra: [write] })
  if (!edited) throw new AppError('ERR_CONFLICT')
  await sendEdit(await resolveAddress(ticket, message), {
    whatsappMessageId: message.whatsappMessageId,
    body: text,
    ...(media?.key ? { media: { ...media, key: media.key } } : {}),
  })
  await Promise.all([messageChanged(ticket, edited), publishTicketLogs(ticket, [log])])
  return toWireMessage(edited, ticket)
}

/**
 * Returns the new text of a message behind the signature that it has. A text that was emptied has
 * none, and one that already begins with it gets no second one.
 */
function withSignature(message: MessageRow, body: string): string {
  const { signature } = message
  const isSigned = signature && unsignedText(message) !== message.body
  if (!isSigned || body.trim() === '' || unsignedText({ body, signature }) !== body) return body
  return signedText(signature, body)
}
