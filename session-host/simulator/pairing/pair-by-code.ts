import { randomBytes } from 'node:crypto'
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  getBinaryNodeChildBuffer,
  hkdf,
  jidDecode,
  S_WHATSAPP_NET,
} from '@whiskeysockets/baileys'
import { SimError } from '../errors.ts'
import type { Network } from '../network/network.ts'
import type { Phone } from '../phone/phone.ts'
import type { Connection } from '../wire/connection.ts'
import type { Device } from '../wire/device.ts'
import { type Answer, newStanzaId, seconds } from '../wire/stanza.ts'
import { linkDevice } from './link-device.ts'

type Finish = { bundle: Buffer; identity: Buffer }
const finishing = new WeakMap<Connection, (finish: Finish) => void>()

const child = (node: BinaryNode, tag: string) => Buffer.from((getBinaryNodeChildBuffer(node, tag) as Uint8Array) ?? [])

/**
 * Handles the client's two steps of linking by an eight-character code: its hello, and later its
 * finish.
 */
export function answerLinkCode(connection: Connection, node: BinaryNode): Answer {
  if (!connection.registration) return 400
  if (node.attrs.stage === 'companion_hello') {
    const ref = randomBytes(16).toString('base64')
    connection.registration.code = {
      ref,
      wrappedEphemeral: child(node, 'link_code_pairing_wrapped_companion_ephemeral_pub'),
      number: jidDecode(node.attrs.jid)?.user ?? '',
    }
    const reply: BinaryNode = { tag: 'link_code_pairing_ref', attrs: {}, content: Buffer.from(ref) }
    return [{ tag: 'link_code_companion_reg', attrs: { stage: 'companion_hello' }, content: [reply] }]
  }
  if (node.attrs.stage !== 'companion_finish') return 400
  finishing.get(connection)?.({
    bundle: child(node, 'link_code_pairing_wrapped_key_bundle'),
    identity: child(node, 'companion_identity_public'),
  })
  return []
}

/**
 * Handles the code of a client that the owner types into the app. Neither side can recognise a
 * wrong code before the keys fail to open: ERR_SIM_BAD_CODE.
 */
export async function pairByCode(network: Network, phone: Phone, code: string): Promise<Device> {
  const connection = network.waiting().find(one => one.registration?.code?.number === phone.number)
  const hello = connection?.registration?.code
  if (!connection || !hello) throw new SimError(404, 'ERR_SIM_NO_CODE')
  const wrapped = hello.wrappedEphemeral
  const clientKey = await derivePairingCodeKey(code, wrapped.subarray(0, 32))
  const clientEphemeral = aesDecryptCTR(wrapped.subarray(48, 80), clientKey, wrapped.subarray(32, 48))
  const ephemeral = Curve.generateKeyPair()
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const sealed = aesEncryptCTR(ephemeral.public, await derivePairingCodeKey(code, salt), iv)
  const own = phone.identity.signedIdentityKey
  const finished = new Promise<Finish>((resolve, reject) => {
    const timer = setTimeout(() => reject(new SimError(400, 'ERR_SIM_BAD_CODE')), 10_000)
    finishing.set(connection, finish => {
      clearTimeout(timer)
      resolve(finish)
    })
  })
  const part = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content })
  connection.send({
    tag: 'notification',
    attrs: { from: S_WHATSAPP_NET, type: 'link_code_companion_reg', id: newStanzaId(), t: seconds() },
    content: [
      {
        tag: 'link_code_companion_reg',
        attrs: { stage: 'primary_hello' },
        content: [
          part('link_code_pairing_ref', Buffer.from(hello.ref)),
          part('primary_identity_pub', own.public),
          part('link_code_pairing_wrapped_primary_ephemeral_pub', Buffer.concat([salt, iv, sealed])),
        ],
      },
    ],
  })
  const { bundle, identity } = await finished
  const shared = Curve.sharedKey(ephemeral.private, clientEphemeral)
  const key = hkdf(shared, 32, {
    salt: bundle.subarray(0, 32),
    info: 'link_code_pairing_key_bundle_encryption_key',
  })
  let opened: Buffer
  try {
    opened = aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0))
  } catch {
    throw new SimError(400, 'ERR_SIM_BAD_CODE')
  }
  const secretInput = Buffer.concat([shared, Curve.sharedKey(own.private, identity), opened.subarray(64, 96)])
  return linkDevice(network, phone, connection, Buffer.from(hkdf(secretInput, 32, { info: 'adv_secret' })))
}
