import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { whatsappMessageId } from '../../../messaging/whatsapp-message-id.ts'

/** Returns the id of the bot's answer to a message: a replay answers with the same id. */
export const answerId = ({ connectionId, whatsappMessageId: id }: InboundMessage, step: number): string =>
  whatsappMessageId(connectionId, id, 'answer', String(step))
