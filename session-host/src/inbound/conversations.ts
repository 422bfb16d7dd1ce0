import { chatGroup, type Peer } from '@balcao/shared/events/queues.ts'
import type { WAMessageKey } from '@whiskeysockets/baileys'
import { chatKind, groupIdOf, peerOf } from '../mapping/jid.ts'
import type { Directory } from './directory.ts'

export type Conversations = {
  /** Returns the chat of a key and the queue group of its events. */
  place: (key: WAMessageKey) => Promise<{ chat: Peer; group: string }>
  /** Returns whether a JID is the business's own, by number or LID. */
  isSelf: (jid: string | null | undefined) => boolean
}

/**
 * Creates the look-up of chats.
 * @param self own JIDs, number and LID
 */
export function createConversations(
  connectionId: string,
  directory: Directory,
  self: () => (string | undefined)[],
): Conversations {
  function isSelf(jid: string | null | undefined): boolean {
    if (!jid) return false
    const own = peerOf(...self())
    const peer = peerOf(jid)
    return (peer.number !== undefined && peer.number === own.number) || (peer.lid !== undefined && peer.lid === own.lid)
  }

  return {
    isSelf,
    async place(key) {
      const jid = key.remoteJid!
      if (chatKind(jid) === 'group') {
        const groupId = groupIdOf(jid)
        return { chat: { number: groupId }, group: chatGroup(connectionId, { groupId }) }
      }
      // A broadcast list sends a message to each of its members; the other person is its sender.
      const [main, other] =
        chatKind(jid) === 'broadcast' ? [key.participant, key.participantAlt] : [jid, key.remoteJidAlt]
      // In a message of our own, the second JID may be ours.
      const chat = await directory.complete(main, isSelf(other) ? undefined : other)
      return { chat, group: chatGroup(connectionId, chat) }
    },
  }
}
