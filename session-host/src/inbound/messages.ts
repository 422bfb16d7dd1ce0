import type { InboundMessage, StoredMedia } from '@balcao/shared/events/queues.ts'
import type { WAMessage, WASocket } from '@whiskeysockets/baileys'
import { describeMessage } from '../mapping/describe-message.ts'
import { chatKind, groupIdOf } from '../mapping/jid.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Journal } from '../table/journal.ts'
import type { Conversations } from './conversations.ts'
import type { Directory } from './directory.ts'
import type { Complete, Unfinished } from './unfinished.ts'

export type Messages = {
  /**
   * Sends a message to the workers; resolves when it is on the queue, or in the journal.
   * @returns whether it is a message for them
   */
  deliver: (message: WAMessage, receivedAt: number, replayed: boolean) => Promise<boolean>
  /**
   * Does the slow part: stores the media in the bucket, asks WhatsApp for a group's subject, then
   * sends the event.
   */
  complete: Complete
}

/** Turns WhatsApp's messages into events. */
export function createMessages(options: {
  ids: { companyId: string; connectionId: string }
  unfinished: () => Pick<Unfinished, 'emit' | 'soon' | 'later'>
  conversations: Conversations
  journal: Pick<Journal, 'add'>
  media: Pick<MediaStore, 'fetch'>
  directory: Directory
  socket: () => WASocket | undefined
  knownSubject: (jid: string) => string | undefined
  findSubject: (jid: string) => Promise<string | undefined>
  /** Called for a message of the replay that will be sent to the workers. */
  onRecovered: () => void
}): Messages {
  const { ids, unfinished, conversations, journal, directory } = options

  const isSubjectMissing = (jid: string) => chatKind(jid) === 'group' && options.knownSubject(jid) === undefined

  async function emitMessage(
    message: WAMessage,
    receivedAt: number,
    replayed: boolean,
    media?: StoredMedia,
  ): Promise<void> {
    const { part: _, ...described } = describeMessage(message.message)!
    const jid = message.key.remoteJid!
    const fromMe = message.key.fromMe === true
    const where = await conversations.place(message.key)
    const event: InboundMessage = {
      ...ids,
      type: 'message',
      whatsappMessageId: message.key.id!,
      chat: where.chat,
      fromMe,
      sentAt: Number(message.messageTimestamp ?? 0) * 1000,
      receivedAt,
      replayed,
      ...described,
      ...(media ? { media } : {}),
      ...(message.pushName && !fromMe ? { pushName: message.pushName } : {}),
    }
    if (chatKind(jid) === 'group') {
      const subject = options.knownSubject(jid)
      event.group = { id: groupIdOf(jid), ...(subject ? { subject } : {}) }
      const sender = await directory.complete(message.key.participant, message.key.participantAlt)
      event.sender = { ...sender, ...(message.pushName ? { name: message.pushName } : {}) }
    }
    await unfinished().emit(event, where.group, event.whatsappMessageId)
  }

  return {
    async deliver(message, receivedAt, replayed) {
      const jid = message.key.remoteJid!
      // A placeholder of an undecryptable message: the sender is asked again, and the answer has
      // the same id.
      if (chatKind(jid) === 'other' || message.messageStubType) return false
      const described = describeMessage(message.message)
      if (!described || conversations.isSelf(jid)) return false
      if (replayed) options.onRecovered()
      if (!described.part && !isSubjectMissing(jid)) {
        await unfinished().soon(message.key.id!, emitMessage(message, receivedAt, replayed))
      } else {
        await unfinished().later({ type: 'message', message, receivedAt, replayed, attempts: 0 })
      }
      return true
    },

    async complete(entry, untilDone) {
      const { message, receivedAt, replayed } = entry
      const jid = message.key.remoteJid!
      const attempts = {
        made: entry.attempts,
        keep: (made: number) => journal.add(`message#${message.key.id}`, { ...entry, attempts: made }),
      }
      const part = describeMessage(message.message)?.part
      const [media] = await Promise.all([
        part && options.media.fetch(ids, message, part, options.socket, attempts),
        isSubjectMissing(jid) ? options.findSubject(jid) : undefined,
      ])
      await untilDone(() => emitMessage(message, receivedAt, replayed, media))
    },
  }
}
