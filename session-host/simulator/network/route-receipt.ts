import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys'
import { reuploadMedia } from '../media/reupload-media.ts'
import { takeReceipt } from '../phone/receipts.ts'
import { resend } from '../phone/resend.ts'
import type { Connection } from '../wire/connection.ts'
import type { Device } from '../wire/device.ts'
import { seconds } from '../wire/stanza.ts'
import type { Network } from './network.ts'

/**
 * Routes a client's receipt: a tick for the author, or a request for another copy of a message or
 * of its medium.
 */
export async function routeReceipt(
  network: Network,
  connection: Connection,
  device: Device,
  node: BinaryNode,
): Promise<void> {
  const { id, type, to, participant } = node.attrs
  connection.send({
    tag: 'ack',
    attrs: { id: id!, class: 'receipt', from: to ?? S_WHATSAPP_NET, ...(type && { type }) },
  })
  const own = network.phoneOf(device)
  const author = network.findPhone(participant ?? to ?? '')
  if (type === 'retry') {
    // The stanza stays queued until its second version replaces it.
    const writer = node.attrs.recipient !== undefined ? own : (author ?? own)
    await resend(network, writer, device, id!, node)
    return
  }
  if (type === 'server-error') {
    network.deliver([{ device, node: reuploadMedia(network, device, node) }])
    return
  }
  network.store.dequeue(device.number, device.id, `message ${id}`)
  const items = getBinaryNodeChildren(getBinaryNodeChild(node, 'list'), 'item')
  const ids = [id!, ...items.map(item => item.attrs.id!)]
  if (!author || author === own) return
  takeReceipt(network, author, ids, type)
  // The author may itself have clients: another business on this server.
  const sender = jidDecode(participant ?? to)?.device
  const target = sender ? author.devices.find(one => one.id === sender) : undefined
  if (!target || type === 'inactive') return
  const attrs: Record<string, string> = { id: id!, t: seconds(), ...(type && { type }) }
  if (participant) Object.assign(attrs, { from: to!, participant: own.lid })
  else attrs.from = to!.includes('@lid') ? own.lid : own.pn
  network.deliver([{ device: target, node: { tag: 'receipt', attrs, content: node.content } }])
}
