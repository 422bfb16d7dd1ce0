import {
  type BinaryNode,
  encodeBigEndian,
  KEY_BUNDLE_TYPE,
  proto,
  unpadRandomMax16,
  xmppPreKey,
  xmppSignedPreKey,
} from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { Device, StanzaInTransit } from '../wire/device.ts'
import { isGroup, seconds } from '../wire/stanza.ts'
import { applyMessage } from './apply-message.ts'
import { newPreKey } from './keys.ts'
import type { Phone } from './phone.ts'
import { ACK, raiseAck, receipt } from './receipts.ts'
import { MAX_RETRIES } from './resend.ts'

/** Encrypted message as it comes from a business's client. */
export type Incoming = {
  id: string
  /** Chat as the client addressed it: a person's PN or LID, or a group. */
  to: string
  enc: BinaryNode | undefined
  /** Groups: the sender-key part all members share. */
  groupEnc?: BinaryNode
}

/**
 * Decrypts a client's message, which is stored with its ratchet before this resolves, so the server
 * may acknowledge after it.
 */
export function receive(network: Network, phone: Phone, from: Device, incoming: Incoming): Promise<void> {
  return phone.exclusive(async () => {
    let message: proto.Message
    try {
      if (network.faults.take('undecryptable', from.number, 'out')) throw new Error('damaged by a fault')
      message = await decrypt(phone, from, incoming)
    } catch {
      phone.keys.discard()
      await askRetry(network, phone, from, incoming)
      return
    }
    const author = network.phoneOf(from)
    const content = message.deviceSentMessage?.message ?? message
    const fromMe = author === phone
    const stanzas: StanzaInTransit[] = []
    network.store.tx(() => {
      phone.keys.commit()
      const shown = applyMessage(network, phone, content, {
        id: incoming.id,
        author,
        chat: chatOf(network, incoming.to, author, fromMe),
        fromMe,
        wire: incoming.to,
      })
      if (shown && phone.record.online && !fromMe) {
        for (const device of author.devices) {
          stanzas.push(receipt(network, phone, device, incoming.id, incoming.to))
        }
        raiseAck(network, author, incoming.id, ACK.delivered)
      }
      network.enqueue(stanzas)
    })
    network.transmit(stanzas)
    network.changed(phone)
  })
}

function chatOf(network: Network, to: string, author: Phone, fromMe: boolean): string {
  if (isGroup(to)) return to
  return fromMe ? (network.findPhone(to)?.number ?? to) : author.number
}

async function decrypt(phone: Phone, from: Device, { to, enc, groupEnc }: Incoming): Promise<proto.Message> {
  let message: proto.Message | undefined
  if (enc) {
    const plain = await phone.signal.decryptMessage({
      jid: from.lid,
      type: enc.attrs.type as 'pkmsg' | 'msg',
      ciphertext: enc.content as Uint8Array,
    })
    message = proto.Message.decode(unpadRandomMax16(plain))
    const item = message.senderKeyDistributionMessage
    if (item) await phone.signal.processSenderKeyDistributionMessage({ authorJid: from.lid, item })
  }
  if (groupEnc) {
    const plain = await phone.signal.decryptGroupMessage({
      group: to,
      authorJid: from.lid,
      msg: groupEnc.content as Uint8Array,
    })
    message = proto.Message.decode(unpadRandomMax16(plain))
  }
  if (!message) throw new Error('nothing to decrypt')
  return message
}

async function askRetry(network: Network, phone: Phone, from: Device, { id, to }: Incoming): Promise<void> {
  const count = (phone.retries.get(id) ?? 0) + 1
  if (count > MAX_RETRIES) return
  phone.retries.set(id, count)
  const content: BinaryNode[] = [
    { tag: 'retry', attrs: { count: String(count), id, t: seconds(), v: '1' } },
    { tag: 'registration', attrs: {}, content: encodeBigEndian(phone.identity.registrationId) },
  ]
  const { pair, id: keyId } = await newPreKey(network, phone)
  if (count > 1) {
    content.push({
      tag: 'keys',
      attrs: {},
      content: [
        { tag: 'type', attrs: {}, content: KEY_BUNDLE_TYPE },
        { tag: 'identity', attrs: {}, content: phone.identity.signedIdentityKey.public },
        xmppPreKey(pair, keyId),
        xmppSignedPreKey(phone.identity.signedPreKey),
      ],
    })
  }
  const node = { ...receipt(network, phone, from, id, to, 'retry').node, content }
  network.store.tx(() => {
    phone.keys.commit()
    network.enqueue([{ device: from, node }])
  })
  from.transmit(node)
}
