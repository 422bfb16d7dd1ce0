/**
 * Commands to a WhatsApp chat beside sending. Each call is a command of its own, unless its doc
 * says otherwise.
 */
import type { OutboundCommand, Peer, ScopedUser } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { enqueueCommand } from './enqueue.ts'

/** A conversation as the session host addresses it. */
export type Chat = { companyId: string; connectionId: string; to: Peer & { groupId?: string } }

type Presence = Extract<OutboundCommand, { type: 'presence' }>['presence']

/**
 * Returns the address of a contact over a connection; a group contact's number is the group's id.
 */
export function chatOf(
  companyId: string,
  connectionId: string,
  contact: {
    number: string
    lid?: string | null | undefined
    scoped?: ScopedUser | null | undefined
    isGroup: boolean
  },
): Chat {
  if (contact.scoped) return { companyId, connectionId, to: { scoped: contact.scoped } }
  const to: Chat['to'] = contact.isGroup
    ? { groupId: contact.number }
    : { ...(contact.number ? { number: contact.number } : {}), ...(contact.lid ? { lid: contact.lid } : {}) }
  return { companyId, connectionId, to }
}

type Edit = Pick<Extract<OutboundCommand, { type: 'edit' }>, 'whatsappMessageId' | 'body' | 'media'>

/** Changes the text of an own message, or the caption of its media. */
export const sendEdit = (chat: Chat, edit: Edit): Promise<void> =>
  enqueueCommand({ ...chat, ...edit, type: 'edit', fromMe: true }, newId())

/** Deletes an own message for everyone. */
export const sendDelete = (chat: Chat, whatsappMessageId: string): Promise<void> =>
  enqueueCommand({ ...chat, type: 'delete', whatsappMessageId, fromMe: true }, newId())

/** Reacts to a message; the queue drops a second call with the same `dedupId`. */
export const sendReaction = (
  chat: Chat,
  reaction: Pick<
    Extract<OutboundCommand, { type: 'react' }>,
    'whatsappMessageId' | 'fromMe' | 'participant' | 'emoji' | 'at'
  >,
  dedupId: string,
): Promise<void> => enqueueCommand({ ...chat, type: 'react', ...reaction }, dedupId)

/** Marks the contact's messages as read; in a group, per author. */
export const sendRead = (chat: Chat, whatsappMessageIds: string[], participant?: Peer): Promise<void> =>
  enqueueCommand({ ...chat, type: 'read', whatsappMessageIds, ...(participant ? { participant } : {}) }, newId())

/**
 * Shows the contact that somebody is typing; the queue drops a second call with the same `dedupId`.
 */
export const sendPresence = (chat: Chat, presence: Presence, dedupId: string): Promise<void> =>
  enqueueCommand({ ...chat, type: 'presence', presence }, dedupId)

/** Downloads a media file again; `source` is what the first attempt left in the message. */
export const fetchMedia = (
  { companyId, connectionId }: Pick<Chat, 'companyId' | 'connectionId'>,
  whatsappMessageId: string,
  source: string,
): Promise<void> => enqueueCommand({ companyId, connectionId, type: 'fetchMedia', whatsappMessageId, source }, newId())
