import { randomBytes } from 'node:crypto'
import {
  Curve,
  generateSignalPubKey,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  hmacSign,
  proto,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys'
import { verifySignature } from 'libsignal/src/curve.js'
import { SimError } from '../errors.ts'
import type { Network } from '../network/network.ts'
import type { Phone } from '../phone/phone.ts'
import type { Connection } from '../wire/connection.ts'
import type { Device } from '../wire/device.ts'

/**
 * Ends a pairing: the phone signs the client's identity, the client signs back, and becomes a
 * device. The client must restart its connection (515) and logs in from then on.
 */
export async function linkDevice(
  network: Network,
  phone: Phone,
  connection: Connection,
  advSecret: Buffer,
): Promise<Device> {
  const { registration } = connection
  if (!registration || connection.closed) throw new SimError(409, 'ERR_SIM_QR_EXPIRED')
  const { data, noiseKey } = registration
  const companion = Buffer.from(data.eIdent!)
  const own = phone.identity.signedIdentityKey
  const keyIndex = phone.record.nextDevice
  const details = proto.ADVDeviceIdentity.encode({
    rawId: randomBytes(4).readUInt32BE() >>> 1,
    timestamp: Math.floor(Date.now() / 1000),
    keyIndex,
  }).finish()
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: own.public,
    accountSignature: Curve.sign(own.private, Buffer.concat([Buffer.from([6, 0]), details, companion])),
  }).finish()
  const wrapped = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: hmacSign(signed, advSecret),
  }).finish()
  connection.registration = undefined
  const id = phone.record.nextDevice
  const reply = await connection.request({
    tag: 'iq',
    attrs: { from: S_WHATSAPP_NET, type: 'set', xmlns: 'md' },
    content: [
      {
        tag: 'pair-success',
        attrs: {},
        content: [
          {
            tag: 'device',
            attrs: { jid: `${phone.number}:${id}@s.whatsapp.net`, lid: phone.lid.replace('@', `:${id}@`) },
          },
          { tag: 'platform', attrs: { name: 'android' } },
          { tag: 'biz', attrs: { name: phone.name } },
          { tag: 'device-identity', attrs: {}, content: wrapped },
        ],
      },
    ],
  })
  const answer = getBinaryNodeChildBuffer(getBinaryNodeChild(reply, 'pair-device-sign'), 'device-identity')
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(answer as Uint8Array)
  const proof = Buffer.concat([Buffer.from([6, 1]), details, companion, own.public])
  // Baileys' own Curve.verify ignores the verdict in this version and takes any 64 bytes.
  if (!verifySignature(generateSignalPubKey(companion), proof, Buffer.from(deviceSignature ?? []))) {
    throw new SimError(400, 'ERR_SIM_BAD_QR')
  }
  const base64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('base64')
  const device = network.link(phone, {
    number: phone.number,
    id,
    keyIndex,
    noiseKey: base64(noiseKey),
    identity: base64(companion),
    registrationId: Buffer.from(data.eRegid!).readUInt32BE(),
    signedPreKey: {
      keyId: Buffer.from(data.eSkeyId!).readUIntBE(0, 3),
      publicKey: base64(data.eSkeyVal),
      signature: base64(data.eSkeySig),
    },
    historySent: false,
  })
  connection.end({ tag: 'stream:error', attrs: { code: '515' } })
  return device
}
