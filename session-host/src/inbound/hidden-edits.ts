import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { chatKind } from '../mapping/jid.ts'
import { unwrapMessage } from '../mapping/message-kinds.ts'
import { locateMessage } from './message-location.ts'
import type { MessageChangeParts } from './reactions.ts'

const { EVENT_EDIT, MESSAGE_EDIT } = proto.Message.SecretEncryptedMessage.SecretEncType

/**
 * Returns the id of the message that an encrypted edit is about; undefined for any other message.
 */
export function hiddenEditIn({ message }: WAMessage): string | undefined {
  const secret = unwrapMessage(message)?.secretEncryptedMessage
  const isEdit = secret?.secretEncType === MESSAGE_EDIT || secret?.secretEncType === EVENT_EDIT
  return (isEdit && secret.targetMessageKey?.id) || undefined
}

/**
 * Turns encrypted edits into events that mark the edited message. Newer apps encrypt edits under a
 * secret of the message they change, which Baileys neither keeps nor uses. The author is taken from
 * the envelope: the sender writes the key inside.
 */
export class HiddenEdits {
  readonly #parts: MessageChangeParts

  constructor(parts: MessageChangeParts) {
    this.#parts = parts
  }

  /** Takes an encrypted edit; resolves when its event is on the queue, or in the journal. */
  async take(message: WAMessage, receivedAt: number): Promise<void> {
    const { ids, unfinished, conversations, directory } = this.#parts
    const { key } = message
    const whatsappMessageId = hiddenEditIn(message)
    if (!key.remoteJid || !whatsappMessageId) return
    if (chatKind(key.remoteJid) === 'other' || conversations.isSelf(key.remoteJid)) return
    const { queueGroup, ...place } = await locateMessage(key, { conversations, directory })
    const event: InboundEvent = {
      ...ids,
      ...place,
      type: 'hiddenEdit',
      whatsappMessageId,
      fromMe: key.fromMe === true,
      at: Number(message.messageTimestamp ?? 0) * 1000 || receivedAt,
    }
    await unfinished.emitAfter(whatsappMessageId, event, queueGroup, `${whatsappMessageId}|${key.id}`)
  }
}
