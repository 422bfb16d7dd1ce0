import { proto } from '@whiskeysockets/baileys'
import { SimError } from '../errors.ts'
import type { Network } from '../network/network.ts'
import type { StanzaInTransit } from '../wire/device.ts'
import { isGroup, newMessageId } from '../wire/stanza.ts'
import { applyMessage } from './apply-message.ts'
import { encryptForDevices } from './encrypt.ts'
import { encryptForGroup } from './encrypt-for-group.ts'
import type { Phone } from './phone.ts'
import { ACK, raiseAck } from './receipts.ts'

/** Maximum bytes of a frame: its length has three bytes. */
const MAX_MESSAGE_BYTES = 15_000_000

/**
 * Encrypts for every linked client concerned, stores all of it in one transaction, then transmits.
 * @param edit the stanza's `edit` attribute: 1 an edit, 7 a deletion
 * @returns the message's id; what no frame can carry: ERR_SIM_TOO_LARGE
 */
export function write(
  network: Network,
  phone: Phone,
  chat: string,
  message: proto.IMessage,
  edit?: string,
): Promise<string> {
  const id = newMessageId()
  const bytes = proto.Message.encode(message).finish()
  if (bytes.length > MAX_MESSAGE_BYTES) throw new SimError(413, 'ERR_SIM_TOO_LARGE')
  return phone.exclusive(async () => {
    const group = isGroup(chat) ? network.groups.get(chat) : undefined
    const members = group
      ? group.members.map(member => network.requirePhone(member.number))
      : [...new Set([network.requirePhone(chat), phone])]
    const what = { id, message, edit }
    let stanzas: StanzaInTransit[]
    try {
      stanzas = group
        ? await encryptForGroup(network, phone, group, members, what)
        : await encryptForDevices(network, phone, chat, members, what)
    } catch (error) {
      phone.keys.discard()
      throw error
    }
    const others = members.filter(member => member !== phone)
    network.store.tx(() => {
      phone.keys.commit()
      network.store.saveSent(phone.number, id, { chat, edit, proto: bytes })
      applyMessage(network, phone, message, { id, author: phone, chat, fromMe: true })
      for (const other of others) {
        applyMessage(network, other, message, { id, author: phone, chat: group ? chat : phone.number, fromMe: false })
        // Two handsets: nobody else will tell the sender that it arrived.
        if (!other.devices.length && other.record.online) raiseAck(network, phone, id, ACK.delivered)
      }
      network.enqueue(stanzas)
    })
    network.transmit(stanzas)
    for (const member of members) network.changed(member)
    return id
  })
}
