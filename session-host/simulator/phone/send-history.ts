import { deflateSync } from 'node:zlib'
import { type BinaryNode, encodeWAMessage, proto } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { Device } from '../wire/device.ts'
import { newMessageId, seconds } from '../wire/stanza.ts'
import { appStateKey } from './app-state.ts'
import { encrypt } from './encrypt.ts'
import type { Phone } from './phone.ts'

const { HISTORY_SYNC_NOTIFICATION, APP_STATE_SYNC_KEY_SHARE } = proto.Message.ProtocolMessage.Type

/**
 * Sends a newly linked client the key of the settings that the handset shares, then its history;
 * that is empty, but a client waits for it before it shows anything.
 */
export function sendHistory(network: Network, phone: Phone, device: Device): Promise<void> {
  return phone.exclusive(async () => {
    const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP
    const payload = proto.HistorySync.encode({ syncType, conversations: [] }).finish()
    const { id, data } = appStateKey(network.store, phone.number)
    const keyData = {
      keyData: data,
      timestamp: Date.now(),
      fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
    }
    const messages: proto.Message.IProtocolMessage[] = [
      { type: APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys: [{ keyId: { keyId: id }, keyData }] } },
      {
        type: HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType,
          chunkOrder: 1,
          progress: 100,
          initialHistBootstrapInlinePayload: deflateSync(payload),
        },
      },
    ]
    const nodes: BinaryNode[] = []
    for (const protocolMessage of messages) {
      const enc = await encrypt(network, phone, device, encodeWAMessage({ protocolMessage }))
      const attrs = { id: newMessageId(), t: seconds(), type: 'text', from: phone.pn, category: 'peer' }
      nodes.push({ tag: 'message', attrs, content: [enc] })
    }
    network.store.tx(() => {
      phone.keys.commit()
      device.record.historySent = true
      network.store.saveDevice(device.record)
      network.enqueue(nodes.map(node => ({ device, node })))
    })
    for (const node of nodes) device.transmit(node)
  })
}
