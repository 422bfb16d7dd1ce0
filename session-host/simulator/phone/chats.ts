import { proto } from '@whiskeysockets/baileys'
import type { Quoted } from '../compose-message.ts'
import { SimError } from '../errors.ts'
import type { Network } from '../network/network.ts'
import type { HistoryRow } from '../types.ts'
import { isGroup } from '../wire/stanza.ts'
import type { Phone } from './phone.ts'

/**
 * The chat somebody means by a number or a group's id. A number that does not exist:
 * ERR_SIM_NO_PHONE; a group the phone is not in: ERR_SIM_NO_GROUP.
 */
export function resolveChat(network: Network, phone: Phone, to: string): string {
  if (!isGroup(to)) return network.requirePhone(to).number
  const group = network.groups.get(to)
  if (!group?.members.some(member => member.number === phone.number)) throw new SimError(404, 'ERR_SIM_NO_GROUP')
  return group.id
}

/** Returns a phone's name of a chat on the wire. */
export function chatJid(network: Network, chat: string): string {
  return isGroup(chat) ? chat : network.requirePhone(chat).jid
}

/**
 * Returns a message of the phone as another one refers to it; throws ERR_SIM_NO_MESSAGE if there is
 * none.
 */
export function quote(network: Network, phone: Phone, id: string): Quoted {
  const row = network.store.findMessage(phone.number, id)
  if (!row?.proto) throw new SimError(404, 'ERR_SIM_NO_MESSAGE')
  const author = network.requirePhone(row.entry.from)
  const addressing = network.groups.get(row.chat)?.addressing ?? phone.record.addressing
  return {
    id,
    author: addressing === 'lid' ? author.lid : author.pn,
    chat: chatJid(network, row.chat),
    fromMe: row.fromMe,
    message: proto.Message.decode(row.proto),
  }
}

/** Returns a message that the phone wrote; throws ERR_SIM_NO_MESSAGE if there is none. */
export function ownMessage(network: Network, phone: Phone, id: string): HistoryRow & { proto: Uint8Array } {
  const row = network.store.findMessage(phone.number, id)
  if (!row?.fromMe || !row.proto) throw new SimError(404, 'ERR_SIM_NO_MESSAGE')
  return { ...row, proto: row.proto }
}
