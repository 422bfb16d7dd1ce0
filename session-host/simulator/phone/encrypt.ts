import { type BinaryNode, encodeWAMessage, type proto } from '@whiskeysockets/baileys'
import { mediaType } from '../compose-message.ts'
import type { Network } from '../network/network.ts'
import type { Device, StanzaInTransit } from '../wire/device.ts'
import { chatJid } from './chats.ts'
import { messageStanza } from './message-stanza.ts'
import type { Phone } from './phone.ts'

/** Message on its way out of a phone. */
export type Outgoing = { id: string; message: proto.IMessage; edit?: string }

/**
 * Encrypts for each client of the two people of a chat; the own clients get a copy that names the
 * chat.
 */
export async function encryptForDevices(
  network: Network,
  phone: Phone,
  chat: string,
  members: Phone[],
  what: Outgoing,
): Promise<StanzaInTransit[]> {
  const stanzas: StanzaInTransit[] = []
  const { message } = what
  const kind = mediaType(message)
  for (const member of members) {
    const content =
      member === phone ? { deviceSentMessage: { destinationJid: chatJid(network, chat), message } } : message
    for (const device of member.devices) {
      const enc = await encrypt(network, phone, device, encodeWAMessage(content), kind ? { mediatype: kind } : {})
      stanzas.push({ device, node: messageStanza(network, phone, device, chat, [enc], what) })
    }
  }
  return stanzas
}

/**
 * Encrypts one client's own part of a stanza, in a session that is begun if there is none; inside
 * `exclusive`.
 */
export async function encrypt(
  network: Network,
  phone: Phone,
  device: Device,
  data: Uint8Array,
  attrs: Record<string, string> = {},
): Promise<BinaryNode> {
  if (!(await phone.signal.validateSession(device.lid)).exists) {
    await phone.signal.injectE2ESession({ jid: device.lid, session: network.takeBundle(device) })
  }
  const { type, ciphertext } = await phone.signal.encryptMessage({ jid: device.lid, data })
  const content = Buffer.from(ciphertext)
  // A damaged last byte breaks the authentication code, which is what the client reports as
  // undecryptable.
  if (!attrs.count && network.faults.take('undecryptable', device.number, 'in')) {
    content[content.length - 1]! ^= 0xff
  }
  return { tag: 'enc', attrs: { v: '2', type, ...attrs }, content }
}
