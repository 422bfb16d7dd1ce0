import { type BinaryNode, encodeWAMessage } from '@whiskeysockets/baileys'
import { mediaType } from '../compose-message.ts'
import type { Network } from '../network/network.ts'
import type { Group } from '../types.ts'
import type { StanzaInTransit } from '../wire/device.ts'
import { encrypt, type Outgoing } from './encrypt.ts'
import { messageStanza } from './message-stanza.ts'
import type { Phone } from './phone.ts'

/**
 * Encrypts once for all clients of all members; a client without the phone's sender key also gets
 * that key, encrypted for it alone.
 */
export async function encryptForGroup(
  network: Network,
  phone: Phone,
  group: Group,
  members: Phone[],
  what: Outgoing,
): Promise<StanzaInTransit[]> {
  const devices = members.flatMap(member => member.devices)
  if (!devices.length) return []
  const { message } = what
  const { ciphertext, senderKeyDistributionMessage } = await phone.signal.encryptGroupMessage({
    group: group.id,
    meId: phone.lid,
    data: encodeWAMessage(message),
  })
  const { [group.id]: known = {} } = await phone.keys.keys.get('sender-key-memory', [group.id])
  const kind = mediaType(message)
  const shared: BinaryNode = {
    tag: 'enc',
    attrs: { v: '2', type: 'skmsg', ...(kind && { mediatype: kind }) },
    content: ciphertext,
  }
  const keyMessage = {
    senderKeyDistributionMessage: {
      groupId: group.id,
      axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage,
    },
  }
  const stanzas: StanzaInTransit[] = []
  for (const device of devices) {
    const parts = [shared]
    if (!known[device.lid]) {
      parts.unshift(await encrypt(network, phone, device, encodeWAMessage(keyMessage)))
      known[device.lid] = true
    }
    stanzas.push({ device, node: messageStanza(network, phone, device, group.id, parts, what) })
  }
  await phone.keys.keys.set({ 'sender-key-memory': { [group.id]: known } })
  return stanzas
}
