import type { Network } from '../network/network.ts'
import type { Device, StanzaInTransit } from '../wire/device.ts'
import { isGroup, seconds } from '../wire/stanza.ts'
import { resolveChat } from './chats.ts'
import type { Phone } from './phone.ts'

/** Baileys' scale. */
export const ACK = { server: 2, delivered: 3, read: 4, played: 5 } as const

/**
 * Sends a phone's receipt to a client.
 * @param wire the chat as the client addressed it: to the client, the receipt must come from there
 */
export function receipt(
  network: Network,
  phone: Phone,
  device: Device,
  id: string,
  wire: string,
  type?: 'read' | 'played' | 'retry',
): StanzaInTransit {
  const attrs: Record<string, string> = { id, t: seconds(), from: wire }
  if (isGroup(wire)) attrs.participant = network.groups.get(wire)?.addressing === 'pn' ? phone.pn : phone.lid
  else if (device.number === phone.number) {
    attrs.from = wire.endsWith('@lid') ? phone.lid : phone.pn
    attrs.recipient = wire
  }
  if (type) attrs.type = type
  return { device, node: { tag: 'receipt', attrs } }
}

/** Raises ticks, which never fall. */
export function raiseAck(network: Network, author: Phone, id: string, level: number): void {
  const row = network.store.findMessage(author.number, id)
  if (!row?.fromMe || row.ack >= level) return
  row.ack = level
  network.store.updateMessage(row)
  network.changed(author)
}

/** Reads everything unread of a chat; returns the number of messages. */
export function read(network: Network, phone: Phone, chat: string, how: 'read' | 'played' = 'read'): number {
  const level = ACK[how]
  const rows = network.store.unread(phone.number, resolveChat(network, phone, chat), level)
  const stanzas: StanzaInTransit[] = []
  network.store.tx(() => {
    for (const row of rows) {
      row.ack = level
      network.store.updateMessage(row)
      const author = network.findPhone(row.entry.from)
      if (!author) continue
      raiseAck(network, author, row.id, level)
      if (!row.wire) continue
      for (const device of author.devices) stanzas.push(receipt(network, phone, device, row.id, row.wire, how))
    }
    network.enqueue(stanzas)
  })
  network.transmit(stanzas)
  if (rows.length) network.changed(phone)
  return rows.length
}

/** Takes a client's receipt about messages the phone wrote. */
export function takeReceipt(network: Network, phone: Phone, ids: string[], type: string | undefined): void {
  const level = levelOf(type)
  if (!level) return
  network.store.tx(() => {
    for (const id of ids) raiseAck(network, phone, id, level)
  })
}

function levelOf(type: string | undefined): number {
  switch (type) {
    case 'read':
    case 'read-self':
      return ACK.read
    case 'played':
      return ACK.played
    case undefined:
    case 'inactive':
      return ACK.delivered
    default:
      return 0
  }
}
