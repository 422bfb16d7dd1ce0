import { type BinaryNode, encodeWAMessage, getBinaryNodeChild, proto } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { Device } from '../wire/device.ts'
import { isGroup } from '../wire/stanza.ts'
import { chatJid } from './chats.ts'
import { encrypt } from './encrypt.ts'
import { bundleOf } from './keys.ts'
import { messageStanza } from './message-stanza.ts'
import type { Phone } from './phone.ts'

/** Maximum retry requests of one side for the same message. */
export const MAX_RETRIES = 5

/** Encrypts a message again in a fresh session, for the one client that could not decrypt it. */
export function resend(
  network: Network,
  phone: Phone,
  device: Device,
  id: string,
  retryReceipt: BinaryNode,
): Promise<void> {
  return phone.exclusive(async () => {
    const sent = network.store.getSent(phone.number, id)
    const count = Number(getBinaryNodeChild(retryReceipt, 'retry')?.attrs.count ?? '1')
    if (!sent || count > MAX_RETRIES) return
    await phone.signal.injectE2ESession({
      jid: device.lid,
      session: bundleOf(retryReceipt, device) ?? network.takeBundle(device),
    })
    let message: proto.IMessage = proto.Message.decode(sent.proto)
    if (isGroup(sent.chat)) {
      const key = await phone.signal.getSenderKeyDistributionMessage({ group: sent.chat, meId: phone.lid })
      message = {
        ...message,
        senderKeyDistributionMessage: { groupId: sent.chat, axolotlSenderKeyDistributionMessage: key },
      }
    }
    const own = device.number === phone.number && !isGroup(sent.chat)
    if (own) message = { deviceSentMessage: { destinationJid: chatJid(network, sent.chat), message } }
    const enc = await encrypt(network, phone, device, encodeWAMessage(message), { count: String(count) })
    const node = messageStanza(network, phone, device, sent.chat, [enc], { id, edit: sent.edit })
    device.retried.add(id)
    network.store.tx(() => {
      phone.keys.commit()
      network.enqueue([{ device, node }])
    })
    device.transmit(node)
  })
}
