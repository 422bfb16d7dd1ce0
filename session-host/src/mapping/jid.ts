import type { Peer } from '@balcao/shared/events/queues.ts'
import { jidDecode } from '@whiskeysockets/baileys'

const PN = 's.whatsapp.net'

/**
 * Returns the kind of chat that a JID names. Newsletters, status and broadcast lists are no
 * conversations.
 */
export function chatKind(jid: string): 'person' | 'group' | 'broadcast' | 'other' {
  switch (jidDecode(jid)?.server) {
    case PN:
    case 'c.us':
    case 'lid':
    case 'hosted':
    case 'hosted.lid':
      return 'person'
    case 'g.us':
      return 'group'
    case 'broadcast':
      return jid === 'status@broadcast' ? 'other' : 'broadcast'
    default:
      return 'other'
  }
}

/**
 * Returns the person behind one or two of their JIDs (number and LID, in any order); device parts
 * are dropped.
 */
export function peerOf(...jids: (string | null | undefined)[]): Peer {
  const peer: Peer = {}
  for (const jid of jids) {
    const at = jid ? jidDecode(jid) : undefined
    if (!at?.user) continue
    if (at.server === 'lid' || at.server === 'hosted.lid') peer.lid ??= at.user
    else if (at.server === PN || at.server === 'c.us' || at.server === 'hosted') peer.number ??= at.user
  }
  return peer
}

/**
 * Returns the digits of a number as people write it; undefined if they cannot be one (E.164: 7 to
 * 15 digits).
 */
export function numberDigits(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '')
  return digits.length >= 7 && digits.length <= 15 ? digits : undefined
}

/**
 * Returns the JID of a recipient. The number takes precedence over the LID: both reach the same
 * person, and the conversation began with it.
 * @throws when the target names nobody
 */
export function jidOf(to: Peer & { groupId?: string | undefined }): string {
  if (to.groupId) return to.groupId.endsWith('@g.us') ? to.groupId : `${to.groupId}@g.us`
  if (to.number) return `${to.number}@${PN}`
  if (to.lid) return `${to.lid}@lid`
  throw new Error('the command names no recipient')
}

/** Returns a group's id without its domain. */
export const groupIdOf = (jid: string): string => jidDecode(jid)?.user ?? jid
