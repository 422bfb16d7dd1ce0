import type { InboundReaction } from '@balcao/shared/events/queues.ts'
import { isEmoji } from '@balcao/shared/rules/emoji.ts'
import { normalizeMessageContent, type proto, type WAMessage } from '@whiskeysockets/baileys'
import type { Directory } from '../directory.ts'
import { chatKind } from '../mapping/jid.ts'
import type { Places } from './places.ts'
import { saidIn } from './said-in.ts'
import type { Unfinished } from './unfinished.ts'

/** What a message says about another one by an emoji; undefined when it says something else. */
export const reactionIn = ({ message }: WAMessage): proto.Message.IReactionMessage | undefined =>
  normalizeMessageContent(message)?.reactionMessage ?? undefined

/**
 * Reactions become events, each behind the message it is about. One that is not of a chat, is about no message or is more
 * than an emoji is nobody's news.
 * @returns takes one; resolves when it is on the queue, or in the journal
 */
export function createReactions(options: {
  ids: { companyId: string; connectionId: string }
  emitAfter: Unfinished['emitAfter']
  places: Places
  directory: Directory
}): (message: WAMessage, receivedAt: number) => Promise<void> {
  const { ids, emitAfter, places, directory } = options

  return async (message, receivedAt) => {
    const reaction = reactionIn(message)
    const jid = message.key.remoteJid
    const whatsappMessageId = reaction?.key?.id
    const emoji = reaction?.text ?? ''
    if (!jid || !whatsappMessageId || chatKind(jid) === 'other' || places.isSelf(jid)) return
    if (emoji !== '' && !isEmoji(emoji)) return
    const fromMe = message.key.fromMe === true
    const { queueGroup, ...said } = await saidIn(message.key, { places, directory })
    const { sender } = said
    if (sender && message.pushName) sender.name = message.pushName
    const at = Number(reaction?.senderTimestampMs ?? 0) || Number(message.messageTimestamp ?? 0) * 1000
    const event: InboundReaction = {
      ...ids,
      ...said,
      type: 'reaction',
      whatsappMessageId,
      fromMe,
      emoji,
      // A clock that is ahead must not outlast what the same one says later.
      at: at > 0 ? Math.min(at, receivedAt) : receivedAt,
    }
    const identity = [
      whatsappMessageId,
      fromMe ? 'me' : (sender?.number ?? sender?.lid ?? ''),
      message.key.id,
      emoji,
    ].join('|')
    await emitAfter(whatsappMessageId, event, queueGroup, identity)
  }
}
