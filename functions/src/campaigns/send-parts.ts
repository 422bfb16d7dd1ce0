import type { Part } from '../data/campaigns/shipping.ts'
import type { Chat } from '../messaging/chat-commands.ts'
import { dispatch } from '../messaging/send-message.ts'

/**
 * Hands what a contact gets to the session host, one part after the other. `attempt` tells a repetition from the first time ('') and
 * from others: the host then looks whether it left already.
 */
export async function sendParts(chat: Chat, parts: readonly Part[], attempt: string): Promise<void> {
  for (const { id, content } of parts) await dispatch(chat, id, content, undefined, attempt)
}
