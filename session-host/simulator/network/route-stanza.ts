import { type BinaryNode, getAllBinaryNodeChildren, S_WHATSAPP_NET } from '@whiskeysockets/baileys'
import { rejectCall } from '../phone/calls.ts'
import { presenceNode } from '../phone/presence.ts'
import type { Connection } from '../wire/connection.ts'
import type { Device } from '../wire/device.ts'
import { bareJid, queueKey, seconds } from '../wire/stanza.ts'
import { answerQuery } from './answer-query.ts'
import type { Network } from './network.ts'
import { routeMessage } from './route-message.ts'
import { routeReceipt } from './route-receipt.ts'

/** Routes a client's stanza by its kind. Before it has logged in, only queries are handled. */
export async function routeStanza(
  network: Network,
  connection: Connection,
  device: Device | undefined,
  node: BinaryNode,
): Promise<void> {
  if (node.tag === 'iq') return onQuery(network, connection, device, node)
  if (!device) return
  switch (node.tag) {
    case 'message':
      return routeMessage(network, connection, device, node)
    case 'receipt':
      return routeReceipt(network, connection, device, node)
    case 'ack':
      return onAck(network, device, node)
    case 'presence':
      return onPresence(network, connection, device, node)
    case 'chatstate':
      return onChatState(network, device, node)
    case 'call':
      return onCall(network, connection, node)
  }
}

async function onQuery(
  network: Network,
  connection: Connection,
  device: Device | undefined,
  node: BinaryNode,
): Promise<void> {
  const answer = await answerQuery(network, connection, device, node)
  const failed = typeof answer === 'number'
  connection.send({
    tag: 'iq',
    attrs: {
      id: node.attrs.id!,
      from: node.attrs.to ?? S_WHATSAPP_NET,
      type: failed ? 'error' : 'result',
      t: seconds(),
    },
    content: failed
      ? [{ tag: 'error', attrs: { code: String(answer), text: answer === 404 ? 'item-not-found' : 'refused' } }]
      : answer,
  })
}

function onAck(network: Network, device: Device, { attrs }: BinaryNode): void {
  // Refused, but a second version is on its way or even arrived: the refusal concerns the first
  // one.
  if (attrs.class === 'message' && attrs.error === '500' && device.retried.delete(attrs.id!)) return
  network.store.dequeue(device.number, device.id, queueKey(attrs.class ?? '', attrs))
}

function onPresence(network: Network, connection: Connection, device: Device, { attrs }: BinaryNode): void {
  if (attrs.type !== 'subscribe') return
  const phone = network.findPhone(attrs.to ?? '')
  const as = bareJid(attrs.to)
  if (!phone || !as) return
  const watchers = network.watching.get(phone) ?? new Map<Device, string>()
  network.watching.set(phone, watchers.set(device, as))
  connection.send(presenceNode(phone, as))
}

function onChatState(network: Network, device: Device, node: BinaryNode): void {
  const phone = network.findPhone(node.attrs.to ?? '')
  const state = getAllBinaryNodeChildren(node)[0]
  if (!phone || !state) return
  if (state.tag === 'paused') phone.typing.delete(device.number)
  else phone.typing.set(device.number, state.attrs.media === 'audio' ? 'recording' : 'composing')
  network.changed(phone)
}

function onCall(network: Network, connection: Connection, node: BinaryNode): void {
  const info = getAllBinaryNodeChildren(node)[0]
  connection.send({
    tag: 'ack',
    attrs: { id: node.attrs.id!, class: 'call', from: node.attrs.to ?? S_WHATSAPP_NET, type: info?.tag ?? '' },
  })
  const caller = info?.tag === 'reject' ? network.findPhone(node.attrs.to ?? '') : undefined
  if (caller) rejectCall(network, caller, info!.attrs['call-id']!)
}
