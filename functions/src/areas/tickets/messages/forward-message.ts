import { AppError } from '@balcao/shared/errors.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { forwardInto } from './forward-into.ts'
import { visibleMessage } from './own-message.ts'
import { requestDigest } from './request-digest.ts'

/**
 * Sends a message's content in another conversation; the caller must see both. A call and an
 * unknown kind have no content to forward.
 */
export const forwardMessage: Operations['messages']['forward'] = async (ctx, { params, body }) => {
  const { clientId } = body
  const [{ message }, { ticket, user }] = await Promise.all([
    visibleMessage(ctx, params.id),
    visibleTicket(ctx, body.ticketId),
  ])
  if (message.isDeleted) throw new AppError('ERR_NO_MESSAGE_FOUND')
  const request = clientId && requestDigest('forward', message.id, ticket.id)
  const sent = await forwardInto(ctx, { message, ticket, user, clientId, request })
  return toWireMessage(sent.message, sent.ticket)
}
