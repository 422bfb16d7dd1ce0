import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { failingAs } from '../../../http/failing-as.ts'
import { contentOf } from '../../../messaging/outgoing.ts'
import { sendMessage } from '../../../messaging/send-message.ts'
import { copyKept } from '../../store-upload.ts'
import { requireWritable, visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { visibleMessage } from './own-message.ts'
import { requestDigest } from './request-digest.ts'

/**
 * Sends a message's content in another conversation; the caller must see both. Its file is copied
 * there, since either conversation may be deleted without the other. A call and an unknown kind
 * have no content to forward.
 */
export const forwardMessage: Operations['messages']['forward'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
  const [{ message }, { ticket, user }] = await Promise.all([
    visibleMessage(ctx, params.id),
    visibleTicket(ctx, body.ticketId),
  ])
  if (message.isDeleted) throw new AppError('ERR_NO_MESSAGE_FOUND')
  requireWritable(ticket)
  const content = await contentFor(companyId, message, ticket.id, body.clientId ?? newId())
  const sent = await failingAs('ERR_CREATING_MESSAGE', () =>
    sendMessage(ctx, {
      ticket,
      content,
      origin: 'attendant',
      acceptedOnly: true,
      user,
      clientId: body.clientId,
      request: body.clientId && requestDigest('forward', message.id, ticket.id),
    }),
  )
  return toWireMessage(sent.message, sent.ticket)
}

/**
 * Returns the content to forward.
 * @throws ERR_FORWARD_WAPP_MSG
 */
async function contentFor(
  companyId: string,
  message: MessageRow,
  ticketId: string,
  clientId: string,
): Promise<OutboundContent> {
  const content = contentOf(message)
  if (!content || (content.kind === 'text' && content.body.trim() === '')) throw new AppError('ERR_FORWARD_WAPP_MSG')
  if (content.kind !== 'media') return content
  // A repeated call finds its copy; one with other content overwrites none.
  const media = await copyKept(companyId, ticketId, content.media, requestDigest(clientId, message.id))
  if (!media) throw new AppError('ERR_FORWARD_WAPP_MSG')
  return { ...content, media }
}
