import { type BinaryNode, generateSignalPubKey } from '@whiskeysockets/baileys'
import type { DeviceRecord } from '../types.ts'
import type { Connection } from './connection.ts'

export type PreKeyBundle = {
  registrationId: number
  identityKey: Uint8Array
  signedPreKey: { keyId: number; publicKey: Uint8Array; signature: Uint8Array }
  preKey: { keyId: number; publicKey: Uint8Array }
}

/** Client linked to a phone's account: the product's session, as WhatsApp's servers see it. */
export class Device {
  /** Hidden address: the phone's with the client's id. */
  readonly lid: string
  readonly record: DeviceRecord
  connection: Connection | undefined
  /**
   * Messages that were encrypted again: the refusal of their first copy is still to come and means
   * nothing.
   */
  readonly retried = new Set<string>()

  #waiting: BinaryNode[] | undefined

  constructor(phoneLid: string, record: DeviceRecord) {
    this.lid = phoneLid.replace('@', `:${record.id}@`)
    this.record = record
  }

  get number(): string {
    return this.record.number
  }

  get id(): number {
    return this.record.id
  }

  get jid(): string {
    return `${this.record.number}:${this.record.id}@s.whatsapp.net`
  }

  get isOnline(): boolean {
    return this.connection !== undefined && !this.connection.closed
  }

  /** Returns the public keys a sender starts a session with. */
  bundle(preKey: { keyId: number; publicKey: Uint8Array } | undefined): PreKeyBundle {
    const { identity, registrationId, signedPreKey } = this.record
    return {
      registrationId,
      identityKey: generateSignalPubKey(Buffer.from(identity, 'base64')),
      signedPreKey: {
        keyId: signedPreKey.keyId,
        publicKey: generateSignalPubKey(Buffer.from(signedPreKey.publicKey, 'base64')),
        signature: Buffer.from(signedPreKey.signature, 'base64'),
      },
      // libsignal works without a one-time key, its types do not say so
      preKey: (preKey && {
        keyId: preKey.keyId,
        publicKey: generateSignalPubKey(preKey.publicKey),
      }) as PreKeyBundle['preKey'],
    }
  }

  /** Stanzas that arrive while the offline queue is being delivered, which wait behind it. */
  async catchUp(deliverQueue: () => Promise<void>): Promise<void> {
    const waiting: BinaryNode[] = []
    this.#waiting = waiting
    await deliverQueue()
    if (this.#waiting !== waiting) return
    this.#waiting = undefined
    for (const node of waiting) this.transmit(node)
  }

  transmit(node: BinaryNode): void {
    if (this.#waiting) this.#waiting.push(node)
    else if (node.tag === 'message') this.connection?.sendMessage(node)
    else this.connection?.send(node)
  }
}

/** Stanza on its way to a client. */
export type StanzaInTransit = { device: Device; node: BinaryNode }
