import type { InboundMessage, StoredMedia } from '@balcao/shared/events/queues.ts'
import type { WAMessage } from '@whiskeysockets/baileys'
import { describeMessage } from '../mapping/describe-message.ts'
import { chatKind, groupIdOf } from '../mapping/jid.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Groups } from '../session/groups.ts'
import type { CurrentSocket } from '../socket/current-socket.ts'
import type { Journal, MessageEntry } from '../table/journal.ts'
import type { Conversations } from './conversations.ts'
import type { Directory } from './directory.ts'
import type { EventWriter } from './event-writer.ts'

export type MessageEventsParts = {
  ids: { companyId: string; connectionId: string }
  events: EventWriter
  conversations: Conversations
  journal: Pick<Journal, 'add'>
  media: Pick<MediaStore, 'fetch'>
  directory: Pick<Directory, 'complete'>
  groups: Pick<Groups, 'knownSubject' | 'findSubject'>
  current: Pick<CurrentSocket, 'socket'>
}

/** Turns WhatsApp's messages into events on the queue. */
export class MessageEvents {
  readonly #parts: MessageEventsParts

  constructor(parts: MessageEventsParts) {
    this.#parts = parts
  }

  /** Returns whether a chat is a group whose subject must be asked for first. */
  isSubjectMissing(jid: string): boolean {
    return chatKind(jid) === 'group' && this.#parts.groups.knownSubject(jid) === undefined
  }

  async emit(message: WAMessage, receivedAt: number, replayed: boolean, media?: StoredMedia): Promise<void> {
    const { ids, conversations, groups, directory, events } = this.#parts
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
      const subject = groups.knownSubject(jid)
      event.group = { id: groupIdOf(jid), ...(subject ? { subject } : {}) }
      const sender = await directory.complete(message.key.participant, message.key.participantAlt)
      event.sender = { ...sender, ...(message.pushName ? { name: message.pushName } : {}) }
    }
    await events.emit(event, where.group, event.whatsappMessageId)
  }

  /**
   * Does the slow part: stores the media in the bucket, asks WhatsApp for a group's subject, then
   * puts the event on the queue.
   */
  async complete(entry: MessageEntry): Promise<void> {
    const { ids, journal, media, groups, current, events } = this.#parts
    const { message, receivedAt, replayed } = entry
    const jid = message.key.remoteJid!
    const attempts = {
      made: entry.attempts,
      keep: (made: number) => journal.add(`message#${message.key.id}`, { ...entry, attempts: made }),
    }
    const part = describeMessage(message.message)?.part
    const [stored] = await Promise.all([
      part && media.fetch(ids, message, part, () => current.socket(), attempts),
      this.isSubjectMissing(jid) ? groups.findSubject(jid) : undefined,
    ])
    await events.untilDone(() => this.emit(message, receivedAt, replayed, stored))
  }
}
