import { deflateSync } from 'node:zlib'
import { type BinaryNode, encodeWAMessage, proto } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { Device } from '../wire/device.ts'
import { newMessageId, seconds } from '../wire/stanza.ts'
import { encrypt } from './encrypt.ts'
import type { Phone } from './phone.ts'

/** the history a handset gives a newly linked client; empty, but a client waits for it before it shows anything */
export function sendHistory(network: Network, phone: Phone, device: Device): Promise<void> {
  return phone.exclusive(async () => {
    const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP
    const payload = proto.HistorySync.encode({ syncType, conversations: [] }).finish()
    const message: proto.IMessage = {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType,
          chunkOrder: 1,
          progress: 100,
          initialHistBootstrapInlinePayload: deflateSync(payload),
        },
      },
    }
    const enc = await encrypt(network, phone, device, encodeWAMessage(message))
    const node: BinaryNode = {
      tag: 'message',
      attrs: { id: newMessageId(), t: seconds(), type: 'text', from: phone.pn, category: 'peer' },
      content: [enc],
    }
    network.store.tx(() => {
      phone.keys.commit()
      device.record.historySent = true
      network.store.saveDevice(device.record)
      network.enqueue([{ device, node }])
    })
    device.transmit(node)
  })
}
