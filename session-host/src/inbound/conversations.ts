import { chatGroup, type Peer } from '@balcao/shared/events/queues.ts'
import type { WAMessageKey } from '@whiskeysockets/baileys'
import { chatKind, groupIdOf, peerOf } from '../mapping/jid.ts'
import type { CurrentSocket } from '../socket/current-socket.ts'
import type { Directory } from './directory.ts'

/** Look-up of the chat that a message belongs to. */
export class Conversations {
  readonly #connectionId: string
  readonly #directory: Pick<Directory, 'complete'>
  readonly #current: Pick<CurrentSocket, 'ownJids'>

  constructor(options: {
    connectionId: string
    directory: Pick<Directory, 'complete'>
    current: Pick<CurrentSocket, 'ownJids'>
  }) {
    this.#connectionId = options.connectionId
    this.#directory = options.directory
    this.#current = options.current
  }

  /** Returns whether a JID is the business's own, by number or LID. */
  isSelf(jid: string | null | undefined): boolean {
    if (!jid) return false
    const own = peerOf(...this.#current.ownJids())
    const peer = peerOf(jid)
    return (peer.number !== undefined && peer.number === own.number) || (peer.lid !== undefined && peer.lid === own.lid)
  }

  /** Returns the chat of a key and the queue group of its events. */
  async place(key: WAMessageKey): Promise<{ chat: Peer; group: string }> {
    const connectionId = this.#connectionId
    const jid = key.remoteJid!
    if (chatKind(jid) === 'group') {
      const groupId = groupIdOf(jid)
      return { chat: { number: groupId }, group: chatGroup(connectionId, { groupId }) }
    }
    // A broadcast list sends a message to each of its members; the other person is its sender.
    const [main, other] =
      chatKind(jid) === 'broadcast' ? [key.participant, key.participantAlt] : [jid, key.remoteJidAlt]
    // In a message of our own, the second JID may be ours.
    const chat = await this.#directory.complete(main, this.isSelf(other) ? undefined : other)
    return { chat, group: chatGroup(connectionId, chat) }
  }
}
