import type { Part } from '../data/campaigns/campaign-recipient.ts'
import type { Chat } from '../messaging/chat-commands.ts'
import { enqueueSend } from '../messaging/send-message.ts'

/**
 * Enqueues a recipient's parts for the session host, one after the other. `attempt` distinguishes a
 * repetition from the first time ('') and from others: the host then checks whether a part was sent
 * already.
 */
export async function sendParts(chat: Chat, parts: readonly Part[], attempt: string): Promise<void> {
  for (const { id, content } of parts) await enqueueSend(chat, id, content, undefined, attempt)
}
