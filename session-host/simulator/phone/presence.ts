import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { StanzaInTransit } from '../wire/device.ts'
import { seconds } from '../wire/stanza.ts'
import type { Phone } from './phone.ts'
import { ACK, raiseAck, receipt } from './receipts.ts'

export type Typing = 'composing' | 'paused' | 'recording'

/** Shows or ends "typing…" at a business. */
export function setTyping(network: Network, phone: Phone, to: string, state: Typing): void {
  const target = network.requirePhone(to)
  const content: BinaryNode[] = [
    state === 'recording' ? { tag: 'composing', attrs: { media: 'audio' } } : { tag: state, attrs: {} },
  ]
  for (const device of target.devices) device.transmit({ tag: 'chatstate', attrs: { from: phone.jid }, content })
}

/** @param as the address under which the client watches the phone */
export function presenceNode(phone: Phone, as: string): BinaryNode {
  return {
    tag: 'presence',
    attrs: phone.record.online ? { from: as } : { from: as, type: 'unavailable', last: seconds() },
  }
}

/** Switches a phone on or off: off, it gets no message and gives no receipt; on, it catches up. */
export function setOnline(network: Network, phone: Phone, online: boolean): void {
  if (phone.record.online === online) return
  phone.record.online = online
  const { store } = network
  const stanzas: StanzaInTransit[] = []
  store.tx(() => {
    store.savePhone(phone.record)
    if (!online) return
    for (const row of store.messages(phone.number, {})) {
      if (row.fromMe || row.ack >= ACK.delivered) continue
      row.ack = ACK.delivered
      store.updateMessage(row)
      const author = network.findPhone(row.entry.from)
      if (!author) continue
      raiseAck(network, author, row.id, ACK.delivered)
      if (!row.wire) continue
      for (const device of author.devices) stanzas.push(receipt(network, phone, device, row.id, row.wire))
    }
    network.enqueue(stanzas)
  })
  network.transmit(stanzas)
  for (const [device, as] of network.watching.get(phone) ?? []) device.transmit(presenceNode(phone, as))
  network.changed(phone)
}
