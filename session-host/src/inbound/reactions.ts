import type { InboundReaction } from '@balcao/shared/events/queues.ts'
import { isEmoji } from '@balcao/shared/rules/emoji.ts'
import { normalizeMessageContent, type proto, type WAMessage } from '@whiskeysockets/baileys'
import { chatKind } from '../mapping/jid.ts'
import type { Conversations } from './conversations.ts'
import type { Directory } from './directory.ts'
import { locateMessage } from './message-location.ts'
import type { UnfinishedEvents } from './unfinished-events.ts'

/** Returns a message's reaction to another message; undefined if it is none. */
export const reactionIn = ({ message }: WAMessage): proto.Message.IReactionMessage | undefined =>
  normalizeMessageContent(message)?.reactionMessage ?? undefined

export type MessageChangeParts = {
  ids: { companyId: string; connectionId: string }
  unfinished: Pick<UnfinishedEvents, 'emitAfter'>
  conversations: Pick<Conversations, 'place' | 'isSelf'>
  directory: Pick<Directory, 'complete'>
}

/**
 * Turns reactions into events, each after the message it is about. Reactions outside a chat,
 * without a message, or with more than an emoji are ignored.
 */
export class Reactions {
  readonly #parts: MessageChangeParts

  constructor(parts: MessageChangeParts) {
    this.#parts = parts
  }

  /** Takes a reaction; resolves when its event is on the queue, or in the journal. */
  async take(message: WAMessage, receivedAt: number): Promise<void> {
    const { ids, unfinished, conversations, directory } = this.#parts
    const reaction = reactionIn(message)
    const jid = message.key.remoteJid
    const whatsappMessageId = reaction?.key?.id
    const emoji = reaction?.text ?? ''
    if (!jid || !whatsappMessageId || chatKind(jid) === 'other' || conversations.isSelf(jid)) return
    if (emoji !== '' && !isEmoji(emoji)) return
    const fromMe = message.key.fromMe === true
    const { queueGroup, ...place } = await locateMessage(message.key, { conversations, directory })
    const { sender } = place
    if (sender && message.pushName) sender.name = message.pushName
    const at = Number(reaction?.senderTimestampMs ?? 0) || Number(message.messageTimestamp ?? 0) * 1000
    const event: InboundReaction = {
      ...ids,
      ...place,
      type: 'reaction',
      whatsappMessageId,
      fromMe,
      emoji,
      // A clock that is ahead must not outlast the same person's later reaction.
      at: at > 0 ? Math.min(at, receivedAt) : receivedAt,
    }
    const identity = [
      whatsappMessageId,
      fromMe ? 'me' : (sender?.number ?? sender?.lid ?? ''),
      message.key.id,
      emoji,
    ].join('|')
    await unfinished.emitAfter(whatsappMessageId, event, queueGroup, identity)
  }
}
