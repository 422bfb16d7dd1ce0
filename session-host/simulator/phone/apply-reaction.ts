import { normalizeMessageContent, type proto } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { Reaction } from '../types.ts'
import type { Phone } from './phone.ts'

/**
 * Stores a reaction to its message in place of its author's former one, unless that is newer;
 * inside the caller's transaction. A reaction to a message that is deleted, missing or in another
 * chat changes nothing.
 */
export function applyReaction(
  network: Network,
  phone: Phone,
  message: proto.IMessage,
  context: { author: Phone; chat: string },
): void {
  const content = normalizeMessageContent(message)?.reactionMessage
  const row = content?.key?.id ? network.store.findMessage(phone.number, content.key.id) : undefined
  if (!content || !row || row.chat !== context.chat || row.entry.deleted) return
  const from = context.author.number
  const sentAt = Number(content.senderTimestampMs ?? Date.now())
  const reaction: Reaction = { from, emoji: content.text ?? '', sentAt }
  const reactions = row.entry.reactions ?? []
  const former = reactions.find(one => one.from === from)
  if (former && former.sentAt > sentAt) return
  row.entry.reactions = former ? reactions.map(one => (one === former ? reaction : one)) : [...reactions, reaction]
  network.store.updateMessage(row)
}
