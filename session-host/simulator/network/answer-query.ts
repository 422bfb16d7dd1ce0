import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildren,
  getBinaryNodeChildUInt,
} from '@whiskeysockets/baileys'
import { answerLinkCode } from '../pairing/pair-by-code.ts'
import { bundleNode } from '../phone/keys.ts'
import { sendHistory } from '../phone/send-history.ts'
import type { Connection } from '../wire/connection.ts'
import type { Device } from '../wire/device.ts'
import type { Answer } from '../wire/stanza.ts'
import { answerAppState } from './answer-app-state.ts'
import { answerGroupQuery } from './answer-group-query.ts'
import type { Network } from './network.ts'

/**
 * Answers a client's query. An unknown query gets an empty result: without any answer, Baileys
 * blocks for a minute.
 */
export async function answerQuery(
  network: Network,
  connection: Connection,
  device: Device | undefined,
  iq: BinaryNode,
): Promise<Answer> {
  const child = getAllBinaryNodeChildren(iq)[0]
  const what = `${iq.attrs.xmlns}/${iq.attrs.type ?? 'set'}/${child?.tag ?? ''}`
  if (what === 'md/set/link_code_companion_reg') return answerLinkCode(connection, child!)
  if (!device) return []
  if (iq.attrs.xmlns === 'w:g2') return answerGroupQuery(network, device, iq)
  switch (what) {
    case 'w:p/get/ping':
    case 'privacy/set/tokens':
    case 'w:stats/set/add':
      return []
    case 'passive/set/active':
      if (!device.record.historySent) await sendHistory(network, network.phoneOf(device), device)
      return []
    case 'passive/set/passive':
      return []
    case 'encrypt/get/count':
      return [{ tag: 'count', attrs: { value: String(network.store.countPreKeys(device.number, device.id)) } }]
    case 'encrypt/get/digest':
      return [{ tag: 'digest', attrs: {} }]
    case 'encrypt/get/key':
      return [{ tag: 'list', attrs: {}, content: await keyBundles(network, child!) }]
    case 'encrypt/set/rotate':
      saveSignedPreKey(network, device, getBinaryNodeChild(child, 'skey'))
      return []
    case 'usync/get/usync':
      return [usync(network, child!)]
    case 'abt/get/props':
      return [{ tag: 'props', attrs: { hash: 'sim' }, content: [] }]
    case 'blocklist/get/':
      return [{ tag: 'list', attrs: {}, content: [] }]
    case 'privacy/get/privacy':
      return [
        {
          tag: 'privacy',
          attrs: {},
          content: [{ tag: 'category', attrs: { name: 'readreceipts', value: 'all' } }],
        },
      ]
    case 'w:m/set/media_conn':
      return [
        {
          tag: 'media_conn',
          attrs: { auth: 'sim', ttl: '3600', max_buckets: '12' },
          content: [{ tag: 'host', attrs: { hostname: new URL(network.mediaOrigin).host } }],
        },
      ]
    case 'w:profile:picture/get/picture':
      return picture(network, iq.attrs.target ?? '')
    case 'w:sync:app:state/set/sync':
      return [answerAppState(network, device, child!)]
    case 'md/set/remove-companion-device':
      network.unlink(device)
      return []
    case 'w:mex/get/query':
      return [{ tag: 'result', attrs: {}, content: Buffer.from('{"data":{}}') }]
  }
  if (iq.attrs.xmlns === 'encrypt' && iq.attrs.type === 'set') return uploadPreKeys(network, device, iq)
  network.unansweredQueries.add(what)
  return []
}

function uploadPreKeys(network: Network, device: Device, iq: BinaryNode): Answer {
  const keys = getBinaryNodeChildren(getBinaryNodeChild(iq, 'list'), 'key').map(readKey)
  network.store.tx(() => {
    saveSignedPreKey(network, device, getBinaryNodeChild(iq, 'skey'))
    network.store.addPreKeys(device.number, device.id, keys)
  })
  return []
}

function readKey(key: BinaryNode): { keyId: number; publicKey: Uint8Array } {
  return {
    keyId: getBinaryNodeChildUInt(key, 'id', 3)!,
    publicKey: getBinaryNodeChildBuffer(key, 'value') as Uint8Array,
  }
}

function saveSignedPreKey(network: Network, device: Device, key: BinaryNode | undefined): void {
  if (!key) return
  const { keyId, publicKey } = readKey(key)
  device.record.signedPreKey = {
    keyId,
    publicKey: Buffer.from(publicKey).toString('base64'),
    signature: Buffer.from(getBinaryNodeChildBuffer(key, 'signature') as Uint8Array).toString('base64'),
  }
  network.store.saveDevice(device.record)
}

async function keyBundles(network: Network, request: BinaryNode): Promise<BinaryNode[]> {
  const bundles: BinaryNode[] = []
  for (const user of getBinaryNodeChildren(request, 'user')) {
    const jid = user.attrs.jid!
    const phone = network.findPhone(jid)
    const id = Number(/:(\d+)@/.exec(jid)?.[1] ?? 0)
    const device = id ? phone?.devices.find(one => one.id === id) : undefined
    if (device) bundles.push(deviceBundle(network, device, jid))
    else if (phone && !id) bundles.push(await bundleNode(network, phone, jid))
    else bundles.push({ tag: 'user', attrs: { jid }, content: [{ tag: 'error', attrs: { code: '404' } }] })
  }
  return bundles
}

function deviceBundle(network: Network, device: Device, jid: string): BinaryNode {
  const bundle = network.takeBundle(device)
  const bytes = (value: number, size: number) => {
    const out = Buffer.alloc(size)
    out.writeUIntBE(value, 0, size)
    return out
  }
  const key = (tag: string, part: { keyId: number; publicKey: Uint8Array; signature?: Uint8Array }): BinaryNode => ({
    tag,
    attrs: {},
    content: [
      { tag: 'id', attrs: {}, content: bytes(part.keyId, 3) },
      { tag: 'value', attrs: {}, content: part.publicKey.subarray(1) },
      ...(part.signature ? [{ tag: 'signature', attrs: {}, content: part.signature }] : []),
    ],
  })
  return {
    tag: 'user',
    attrs: { jid },
    content: [
      { tag: 'registration', attrs: {}, content: bytes(bundle.registrationId, 4) },
      { tag: 'type', attrs: {}, content: Buffer.from([5]) },
      { tag: 'identity', attrs: {}, content: bundle.identityKey.subarray(1) },
      key('skey', bundle.signedPreKey),
      ...(bundle.preKey ? [key('key', bundle.preKey)] : []),
    ],
  }
}

/** Answers from the directory: which numbers exist, under which address, on which devices. */
function usync(network: Network, request: BinaryNode): BinaryNode {
  const protocols = getAllBinaryNodeChildren(getBinaryNodeChild(request, 'query')!).map(node => node.tag)
  const users = getBinaryNodeChildren(getBinaryNodeChild(request, 'list'), 'user').map((user): BinaryNode => {
    const contact = getBinaryNodeChild(user, 'contact')
    const asked = contact ? String(contact.content).replace(/\D/g, '') : undefined
    const jid = user.attrs.jid ?? `${asked}@s.whatsapp.net`
    const phone = network.findPhone(jid)
    const content = protocols.flatMap((protocol): BinaryNode[] => {
      if (protocol === 'contact') {
        return [{ tag: 'contact', attrs: { type: phone ? 'in' : 'out' }, content: contact?.content }]
      }
      if (!phone) return []
      if (protocol === 'lid') return [{ tag: 'lid', attrs: { val: phone.lid } }]
      if (protocol !== 'devices') return []
      const list: BinaryNode[] = [
        { tag: 'device', attrs: { id: '0' } },
        ...phone.devices.map(device => ({
          tag: 'device',
          attrs: { id: String(device.id), 'key-index': String(device.record.keyIndex) },
        })),
      ]
      return [{ tag: 'devices', attrs: {}, content: [{ tag: 'device-list', attrs: {}, content: list }] }]
    })
    return { tag: 'user', attrs: { jid: phone && contact ? phone.pn : jid }, content }
  })
  return { tag: 'usync', attrs: { ...request.attrs }, content: [{ tag: 'list', attrs: {}, content: users }] }
}

function picture(network: Network, target: string): Answer {
  const phone = network.findPhone(target)
  if (!phone?.record.picture) return 404
  const url = `${network.mediaOrigin}/avatar/${phone.number}.png`
  return [{ tag: 'picture', attrs: { id: '1', type: 'preview', url } }]
}
