import { AppError } from '@balcao/shared/errors.ts'
import { getProductStore } from '../../../data/catalog/product-store.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { sendMessage } from '../../../messaging/send-message.ts'
import { productPicture, productText } from '../../../sales/product-message.ts'
import { requireWritable, visibleTicket } from '../../tickets/caller.ts'
import { requestDigest } from '../../tickets/messages/request-digest.ts'
import type { Operations } from '../operations.ts'

/**
 * Sends a product of a store into a conversation: its picture with name and price, or these alone
 * where there is no picture, or none the number can send. A repeat with the same `clientId` is the
 * same message.
 */
export const offerProduct: Operations['budgets']['offer'] = async (ctx, { body }) => {
  const { companyId } = ctx
  const { ticketId, storeId, productId, clientId } = body
  const [{ ticket, user }, row] = await Promise.all([
    visibleTicket(ctx, ticketId),
    getProductStore(companyId, storeId, productId),
  ])
  requireWritable(ticket)
  if (!row) throw new AppError('ERR_NO_PRODUCT_FOUND')
  if (!row.isActive) throw new AppError('ERR_PRODUCT_INACTIVE')
  const picture = await productPicture({ companyId, ticket }, row)
  const text = productText(row)
  const { message, ticket: now } = await sendMessage(ctx, {
    ticket,
    content: typeof picture === 'string' ? { kind: 'text', body: text } : { kind: 'media', body: text, ...picture },
    origin: 'attendant',
    acceptedOnly: true,
    user,
    clientId,
    request: clientId && requestDigest('offer', ticketId, storeId, productId),
  })
  return toWireMessage(message, now)
}
