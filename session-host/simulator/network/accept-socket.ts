import { randomBytes } from 'node:crypto'
import { type BinaryNode, decodeBinaryNode, type proto, S_WHATSAPP_NET } from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'
import { Connection, type Registration } from '../wire/connection.ts'
import type { Device } from '../wire/device.ts'
import { seconds } from '../wire/stanza.ts'
import { STREAM_ENDS } from '../wire/stream-ends.ts'
import { strikeLogin } from './inject-fault.ts'
import type { Network } from './network.ts'
import { routeStanza } from './route-stanza.ts'

/**
 * Serves a client's socket from its first byte to its end: login, waiting stanzas, its own stanzas.
 */
export function acceptSocket(network: Network, ws: WebSocket): void {
  const connection = new Connection(ws, network.noiseKeys, network.faults, {
    authenticated: (from, payload, noiseKey) => authenticate(network, from, payload, noiseKey),
    node: (from, node) => routeStanza(network, from, network.loggedIn.get(from), node),
    failed: error => network.errors.push(error),
    closed: gone => {
      network.connections.delete(gone)
      const device = network.loggedIn.get(gone)
      if (device?.connection !== gone) return
      device.connection = undefined
      for (const watchers of network.watching.values()) watchers.delete(device)
      network.changed(network.phoneOf(device))
    },
  })
  network.connections.add(connection)
}

function authenticate(network: Network, connection: Connection, payload: proto.ClientPayload, noiseKey: Buffer): void {
  if (network.faults.take('outdated', String(payload.username ?? ''))) {
    connection.end({ tag: 'failure', attrs: { reason: '405', location: 'sim' } })
    return
  }
  if (payload.devicePairingData) {
    offerPairing(network, connection, payload.devicePairingData, noiseKey)
    return
  }
  const phone = network.phones.get(String(payload.username))
  const device = phone?.devices.find(one => one.id === payload.device)
  if (!phone || !device || device.record.noiseKey !== noiseKey.toString('base64')) {
    // `failure` may be the first stanza after the handshake, so it goes out before any device is
    // known.
    connection.end({ tag: 'failure', attrs: { reason: '401', location: 'sim' } })
    return
  }
  device.connection?.end(STREAM_ENDS.replace)
  device.connection = connection
  connection.number = device.number
  network.loggedIn.set(connection, device)
  network.changed(phone)
  connection.send({ tag: 'success', attrs: { t: seconds(), lid: device.lid, props: '1', location: 'sim' } })
  device.catchUp(() => redeliver(network, device)).catch(error => network.errors.push(error))
  strikeLogin(network, device)
}

/** Sends again everything not acknowledged before, marked as such; at least once, in order. */
async function redeliver(network: Network, device: Device): Promise<void> {
  const rows = network.store.queued(device.number, device.id)
  const nodes: BinaryNode[] = []
  // The codec's frames begin with a flag byte which its decoder expects.
  for (const row of rows) nodes.push(await decodeBinaryNode(Buffer.from(row.node)))
  for (const node of nodes) device.connection?.send({ ...node, attrs: { ...node.attrs, offline: '0' } })
  device.connection?.send({
    tag: 'ib',
    attrs: { from: S_WHATSAPP_NET },
    content: [{ tag: 'offline', attrs: { count: String(nodes.length) } }],
  })
}

function offerPairing(network: Network, connection: Connection, data: Registration['data'], noiseKey: Buffer): void {
  const refs = Array.from({ length: 6 }, () => `2@${randomBytes(24).toString('base64')}`)
  connection.registration = { refs, data, noiseKey, since: new Date() }
  network.events.emit('changed', '')
  connection
    .request({
      tag: 'iq',
      attrs: { from: S_WHATSAPP_NET, type: 'set', xmlns: 'md' },
      content: [
        {
          tag: 'pair-device',
          attrs: {},
          content: refs.map(ref => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) })),
        },
      ],
    })
    // A client that leaves before it answers is nobody's problem.
    .catch(() => undefined)
}
