import { AppError } from '@balcao/shared/errors.ts'
import { setFeedback } from '../../../data/tickets/message.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { publishMessageUpdated } from '../../../messaging/publish-ticket.ts'
import type { Operations } from '../operations.ts'
import { visibleMessage } from './own-message.ts'

/**
 * Rates a bot's answer, once for the whole company: a later rating replaces it. Other messages
 * cannot be rated.
 */
export const rateAnswer: Operations['messages']['feedback'] = async (ctx, { params, body: { feedback } }) => {
  const { message, ticket } = await visibleMessage(ctx, params.id)
  const rated = message.origin === 'machine' ? await setFeedback(message, feedback) : undefined
  if (!rated) throw new AppError('ERR_NO_MESSAGE_FOUND')
  await publishMessageUpdated(ticket, rated)
  return toWireMessage(rated, ticket)
}
