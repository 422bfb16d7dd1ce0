import {
  type BinaryNode,
  Curve,
  encodeBigEndian,
  generateSignalPubKey,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildUInt,
  KEY_BUNDLE_TYPE,
  type KeyPair,
  xmppPreKey,
  xmppSignedPreKey,
} from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { Device, PreKeyBundle } from '../wire/device.ts'
import type { Phone } from './phone.ts'

/** Creates a one-time key, stored with the next commit; inside `exclusive`. */
export async function newPreKey(network: Network, phone: Phone): Promise<{ pair: KeyPair; id: number }> {
  const id = phone.record.nextPreKey++
  const pair = Curve.generateKeyPair()
  await phone.keys.keys.set({ 'pre-key': { [id]: pair } })
  network.store.savePhone(phone.record)
  return { pair, id }
}

/** Answers a client's prekey fetch for this phone. */
export function bundleNode(network: Network, phone: Phone, jid: string): Promise<BinaryNode> {
  return phone.exclusive(async () => {
    const { pair, id } = await newPreKey(network, phone)
    network.store.tx(() => phone.keys.commit())
    return {
      tag: 'user',
      attrs: { jid },
      content: [
        { tag: 'registration', attrs: {}, content: encodeBigEndian(phone.identity.registrationId) },
        { tag: 'type', attrs: {}, content: KEY_BUNDLE_TYPE },
        { tag: 'identity', attrs: {}, content: phone.identity.signedIdentityKey.public },
        xmppSignedPreKey(phone.identity.signedPreKey),
        xmppPreKey(pair, id),
      ],
    }
  })
}

/**
 * Loses every Signal session, like a phone restored from an old backup; both ways must recover by
 * retries.
 */
export function forgetSessions(network: Network, phone: Phone): Promise<void> {
  return phone.exclusive(async () => {
    for (const other of network.phones.values()) {
      for (const device of other.devices) await phone.signal.deleteSession([device.lid])
    }
    network.store.tx(() => phone.keys.commit())
  })
}

/** Reads the key bundle a client puts into its second and later retry receipts. */
export function bundleOf(receipt: BinaryNode, device: Device): PreKeyBundle | undefined {
  const keys = getBinaryNodeChild(receipt, 'keys')
  const signed = getBinaryNodeChild(keys, 'skey')
  const oneTime = getBinaryNodeChild(keys, 'key')
  const identity = getBinaryNodeChildBuffer(keys, 'identity')
  if (!keys || !signed || !oneTime || !identity) return undefined
  const read = (key: BinaryNode) => ({
    keyId: getBinaryNodeChildUInt(key, 'id', 3)!,
    publicKey: generateSignalPubKey(getBinaryNodeChildBuffer(key, 'value') as Uint8Array),
  })
  return {
    registrationId: device.record.registrationId,
    identityKey: generateSignalPubKey(identity as Uint8Array),
    signedPreKey: { ...read(signed), signature: getBinaryNodeChildBuffer(signed, 'signature') as Uint8Array },
    preKey: read(oneTime),
  }
}
