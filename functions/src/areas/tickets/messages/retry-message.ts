import { AppError } from '@balcao/shared/errors.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { fetchMedia } from '../../../messaging/chat-commands.ts'
import { retryMessage as sendAgain } from '../../../messaging/retry-message.ts'
import { requireWritable } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { visibleMessage } from './own-message.ts'

/**
 * Sends a failed message again. One that did not fail is returned as it is: a second click, or a
 * success that came first.
 */
export const retryMessage: Operations['messages']['retry'] = async (ctx, { params }) => {
  const { companyId } = ctx
  const { message, ticket } = await visibleMessage(ctx, params.id)
  if (!message.error || message.isDeleted) return toWireMessage(message, ticket)
  if (message.error === 'ERR_WAPP_DOWNLOAD_MEDIA') {
    const source = message.media?.source
    if (!source) throw new AppError('ERR_FETCH_WAPP_MSG')
    await fetchMedia({ companyId, connectionId: message.connectionId }, message.whatsappMessageId, source)
    return toWireMessage(message, ticket)
  }
  if (message.error === 'ERR_MEDIA_NOT_IMPORTED') throw new AppError('ERR_FETCH_WAPP_MSG')
  requireWritable(ticket)
  if (!message.fromMe) throw new AppError('ERR_FETCH_WAPP_MSG')
  return toWireMessage(await sendAgain(ticket, message), ticket)
}
