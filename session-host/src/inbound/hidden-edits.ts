import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { proto, type WAMessage } from '@whiskeysockets/baileys'
import { chatKind } from '../mapping/jid.ts'
import { unwrapMessage } from '../mapping/message-kinds.ts'
import type { Conversations } from './conversations.ts'
import type { Directory } from './directory.ts'
import { locateMessage } from './message-location.ts'
import type { Unfinished } from './unfinished.ts'

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
 * @returns a function that takes one and resolves when it is on the queue, or in the journal
 */
export function createHiddenEdits(options: {
  ids: { companyId: string; connectionId: string }
  emitAfter: Unfinished['emitAfter']
  places: Conversations
  directory: Pick<Directory, 'complete'>
}): (message: WAMessage, receivedAt: number) => Promise<void> {
  const { ids, emitAfter, places: conversations, directory } = options

  return async (message, receivedAt) => {
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
    await emitAfter(whatsappMessageId, event, queueGroup, `${whatsappMessageId}|${key.id}`)
  }
}
