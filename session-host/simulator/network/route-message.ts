import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, jidDecode } from '@whiskeysockets/baileys'
import type { Phone } from '../phone/phone.ts'
import { receive } from '../phone/receive.ts'
import type { Connection } from '../wire/connection.ts'
import type { Device } from '../wire/device.ts'
import { isGroup, seconds } from '../wire/stanza.ts'
import type { Network } from './network.ts'

const DEFAULT_REJECT_CODE = '463'

/** Each recipient's own encrypted part, by the address the client gave them. */
type Parts = Map<string, BinaryNode | undefined>

/**
 * Routes a client's message to the phones and clients it is for. Every recipient stores it before
 * it is acknowledged: an acknowledged message survives anything.
 */
export async function routeMessage(
  network: Network,
  connection: Connection,
  device: Device,
  node: BinaryNode,
): Promise<void> {
  const { id, to } = node.attrs as { id: string; to: string }
  const ack: BinaryNode = { tag: 'ack', attrs: { id, class: 'message', from: to, t: seconds() } }
  const refusal = network.faults.take('reject', device.number)
  if (refusal) {
    connection.send({ ...ack, attrs: { ...ack.attrs, error: refusal.code ?? DEFAULT_REJECT_CODE } })
    return
  }
  const shared = getBinaryNodeChildren(node, 'enc')[0]
  const parts: Parts = new Map()
  for (const target of getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to')) {
    parts.set(target.attrs.jid!, getBinaryNodeChild(target, 'enc'))
  }
  if (isGroup(to)) await toGroup(network, device, node, parts, shared)
  else {
    // Without participants the message goes to one client only: a retry, or something for the own
    // handset.
    if (shared) parts.set(to, shared)
    await toPerson(network, device, node, parts)
  }
  connection.send(ack)
}

async function toPerson(network: Network, device: Device, node: BinaryNode, parts: Parts): Promise<void> {
  const { id, to } = node.attrs as { id: string; to: string }
  const chat = node.attrs.recipient ?? to
  for (const [jid, enc] of parts) {
    if (!enc) continue
    const phone = network.findPhone(jid)
    const other = phone && deviceAt(phone, jid)
    if (other) passOn(network, device, other, node, [enc], chat)
    else if (phone && !jidDecode(jid)?.device) await receive(network, phone, device, { id, to: chat, enc })
  }
}

async function toGroup(
  network: Network,
  device: Device,
  node: BinaryNode,
  parts: Parts,
  shared: BinaryNode | undefined,
): Promise<void> {
  const { id, to } = node.attrs as { id: string; to: string }
  const group = network.groups.get(to)
  if (!group) return
  for (const member of group.members) {
    const phone = network.phones.get(member.number)
    if (!phone) continue
    const only = node.attrs.participant
    if (only && network.findPhone(only) !== phone) continue
    const pairwise = parts.get(phone.lid) ?? parts.get(phone.pn)
    if (only) await receive(network, phone, device, { id, to, enc: shared })
    else await receive(network, phone, device, { id, to, enc: pairwise, groupEnc: shared })
    for (const other of phone.devices) {
      if (other === device || !shared) continue
      const own = parts.get(other.lid) ?? parts.get(other.jid)
      passOn(network, device, other, node, own ? [own, shared] : [shared], to)
    }
  }
}

function deviceAt(phone: Phone, jid: string): Device | undefined {
  const id = jidDecode(jid)?.device
  return id ? phone.devices.find(device => device.id === id) : undefined
}

/** Forwards ciphertext between two clients; the server cannot read it. */
function passOn(
  network: Network,
  from: Device,
  to: Device,
  node: BinaryNode,
  content: BinaryNode[],
  chat: string,
): void {
  const sender = network.phoneOf(from)
  const group = network.groups.get(chat)
  const lid = group ? group.addressing === 'lid' : chat.endsWith('@lid')
  const attrs: Record<string, string> = {
    id: node.attrs.id!,
    t: seconds(),
    type: node.attrs.type ?? 'text',
    notify: sender.name,
    addressing_mode: lid ? 'lid' : 'pn',
    ...(node.attrs.edit && { edit: node.attrs.edit }),
  }
  if (group) {
    attrs.from = group.id
    attrs.participant = lid ? from.lid : from.jid
    attrs[lid ? 'participant_pn' : 'participant_lid'] = lid ? sender.pn : sender.lid
  } else {
    attrs.from = lid ? from.lid : from.jid
    if (to.number === from.number) attrs.recipient = chat
    else attrs[lid ? 'sender_pn' : 'sender_lid'] = lid ? sender.pn : sender.lid
  }
  network.deliver([{ device: to, node: { tag: 'message', attrs, content } }])
}
