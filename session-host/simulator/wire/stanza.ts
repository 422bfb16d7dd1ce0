import { randomBytes } from 'node:crypto'
import { type BinaryNode, jidDecode } from '@whiskeysockets/baileys'

/** Returns the children of a result, or the code of an error. */
export type Answer = BinaryNode[] | number | undefined

export const newStanzaId = (): string => randomBytes(8).toString('hex').toUpperCase()

export const newMessageId = (): string => randomBytes(16).toString('hex').toUpperCase()

export const seconds = (): string => String(Math.floor(Date.now() / 1000))

export const toPn = (number: string): string => `${number}@s.whatsapp.net`

export const isGroup = (chat: string): boolean => chat.endsWith('@g.us')

/** Returns user and server without device, the form in which accounts are compared. */
export function bareJid(jid: string | undefined): string | undefined {
  const at = jidDecode(jid)
  return at && `${at.user}@${at.server}`
}

/**
 * Returns the identity of a stanza between its delivery and the client's acknowledgement. A
 * delivery and a read receipt of one message, or the receipts of two group members, share the id
 * and differ by type and participant.
 */
export function queueKey(tag: string, attrs: BinaryNode['attrs']): string {
  if (tag !== 'receipt') return `${tag} ${attrs.id}`
  return `receipt ${attrs.id} ${attrs.type ?? ''} ${attrs.participant ?? ''}`
}
