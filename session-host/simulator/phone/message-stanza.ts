import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { mediaType } from '../compose-message.ts'
import type { Network } from '../network/network.ts'
import type { Device } from '../wire/device.ts'
import { seconds } from '../wire/stanza.ts'
import type { Phone } from './phone.ts'

/**
 * Builds the stanza around a phone's encrypted message, addressed as the server does it for this
 * client.
 */
export function messageStanza(
  network: Network,
  phone: Phone,
  device: Device,
  chat: string,
  content: BinaryNode[],
  what: { id: string; edit?: string; message?: proto.IMessage },
): BinaryNode {
  const kind = what.message?.reactionMessage ? 'reaction' : what.message && mediaType(what.message) ? 'media' : 'text'
  const attrs: Record<string, string> = { id: what.id, t: seconds(), type: kind, notify: phone.name }
  if (what.edit) attrs.edit = what.edit
  const group = network.groups.get(chat)
  if (group) {
    const lid = group.addressing === 'lid'
    Object.assign(attrs, {
      from: group.id,
      participant: lid ? phone.lid : phone.pn,
      addressing_mode: group.addressing,
      [lid ? 'participant_pn' : 'participant_lid']: lid ? phone.pn : phone.lid,
    })
  } else if (device.number === phone.number) {
    const other = network.requirePhone(chat)
    const lid = other.record.addressing === 'lid'
    Object.assign(attrs, {
      from: lid ? phone.lid : phone.pn,
      recipient: other.jid,
      addressing_mode: other.record.addressing,
      [lid ? 'peer_recipient_pn' : 'peer_recipient_lid']: lid ? other.pn : other.lid,
    })
  } else {
    const lid = phone.record.addressing === 'lid'
    Object.assign(attrs, {
      from: phone.jid,
      addressing_mode: phone.record.addressing,
      [lid ? 'sender_pn' : 'sender_lid']: lid ? phone.pn : phone.lid,
    })
  }
  return { tag: 'message', attrs, content }
}
