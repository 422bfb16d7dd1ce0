import { randomBytes } from 'node:crypto'
import { aesEncryptGCM, type BinaryNode, getBinaryNodeChild, hkdf, proto } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { Device } from '../wire/device.ts'
import { seconds } from '../wire/stanza.ts'

/**
 * Answers a linked client that finds a medium gone: uploads it again, or reports that it is gone
 * here too.
 */
export function reuploadMedia(network: Network, device: Device, receipt: BinaryNode): BinaryNode {
  const id = receipt.attrs.id!
  const media = network.store.findMessage(device.number, id)?.entry.media
  const blob = media && network.store.getMedia(media.path)
  const asked = getBinaryNodeChild(receipt, 'rmr')
  const answer = (content: BinaryNode): BinaryNode => ({
    tag: 'notification',
    attrs: { from: network.phoneOf(device).pn, type: 'mediaretry', id, t: seconds() },
    content: [{ tag: 'rmr', attrs: asked?.attrs ?? {} }, content],
  })
  const { ResultType } = proto.MediaRetryNotification
  if (!blob) return answer({ tag: 'error', attrs: { code: String(ResultType.NOT_FOUND) } })
  const { directPath } = network.storeMedia(media.kind, blob)
  const plain = proto.MediaRetryNotification.encode({ stanzaId: id, directPath, result: ResultType.SUCCESS }).finish()
  const key = hkdf(Buffer.from(media.key, 'base64'), 32, { info: 'WhatsApp Media Retry Notification' })
  const iv = randomBytes(12)
  return answer({
    tag: 'encrypt',
    attrs: {},
    content: [
      { tag: 'enc_p', attrs: {}, content: aesEncryptGCM(plain, key, iv, Buffer.from(id)) },
      { tag: 'enc_iv', attrs: {}, content: iv },
    ],
  })
}
