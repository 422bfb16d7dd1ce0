import type { ConversationRef } from '@balcao/shared/events/queues.ts'
import type { WAMessageKey } from '@whiskeysockets/baileys'
import { chatKind, groupIdOf } from '../mapping/jid.ts'
import type { Conversations } from './conversations.ts'
import type { Directory } from './directory.ts'

/**
 * Returns the chat of an event about a message and, in a group, its author; `queueGroup` is the
 * chat's group on the queue.
 */
export async function locateMessage(
  key: WAMessageKey,
  { conversations, directory }: { conversations: Pick<Conversations, 'place'>; directory: Pick<Directory, 'complete'> },
): Promise<ConversationRef & { queueGroup: string }> {
  const { chat, group: queueGroup } = await conversations.place(key)
  if (chatKind(key.remoteJid ?? '') !== 'group') return { chat, queueGroup }
  const group = { id: groupIdOf(key.remoteJid ?? '') }
  if (key.fromMe) return { chat, group, queueGroup }
  return { chat, group, queueGroup, sender: await directory.complete(key.participant, key.participantAlt) }
}
