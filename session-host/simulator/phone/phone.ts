import {
  type AuthenticationCreds,
  BufferJSON,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  generateRegistrationId,
  type SignalRepository,
  signedKeyPair,
} from '@whiskeysockets/baileys'
import type { Store } from '../store.ts'
import type { PhoneRecord } from '../types.ts'
import type { Device } from '../wire/device.ts'
import { toPn } from '../wire/stanza.ts'
import { makePhoneKeys } from './signal-keys.ts'

const silent = DEFAULT_CONNECTION_CONFIG.logger.child({})
silent.level = 'silent'

type Identity = Pick<AuthenticationCreds, 'signedIdentityKey' | 'signedPreKey' | 'registrationId'>

/** Ringing call. */
export type RingingCall = { to: Phone; video: boolean; timer: NodeJS.Timeout }

/** The Signal identity of a new phone, as its record keeps it. */
export function newPhoneIdentity(): string {
  const signedIdentityKey = Curve.generateKeyPair()
  const identity: Identity = {
    signedIdentityKey,
    signedPreKey: signedKeyPair(signedIdentityKey, 1),
    registrationId: generateRegistrationId(),
  }
  return JSON.stringify(identity, BufferJSON.replacer)
}

/**
 * State of a handset: a number with its Signal identity, and the clients linked to it if it is a
 * business's. Its actions are the modules beside this one, each a function of the network and the
 * phone.
 */
export class Phone {
  readonly record: PhoneRecord
  readonly devices: Device[] = []
  readonly identity: Identity
  readonly keys: ReturnType<typeof makePhoneKeys>
  /** Chats in which the business is typing, by number of the business. */
  readonly typing = new Map<string, string>()
  /** Number of retry requests by message id. */
  readonly retries = new Map<string, number>()
  /** Its calls that still ring, by their id. */
  readonly calls = new Map<string, RingingCall>()
  #repository: SignalRepository | undefined
  #lock: Promise<unknown> = Promise.resolve()

  constructor(store: Store, record: PhoneRecord) {
    this.record = record
    this.identity = JSON.parse(record.identity, BufferJSON.reviver)
    this.keys = makePhoneKeys(store, record.number)
  }

  get number(): string {
    return this.record.number
  }

  get name(): string {
    return this.record.name
  }

  get pn(): string {
    return toPn(this.record.number)
  }

  get lid(): string {
    return this.record.lid
  }

  /** Address others see in a chat with this phone. */
  get jid(): string {
    return this.record.addressing === 'lid' ? this.lid : this.pn
  }

  /** Signal sessions; only inside `exclusive`, where changes are committed or discarded. */
  get signal(): SignalRepository {
    this.#repository ??= DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      { creds: this.identity as AuthenticationCreds, keys: this.keys.keys },
      silent,
    )
    return this.#repository
  }

  /**
   * Runs `work` when all work before it is over, also if that failed: a phone does one thing at a
   * time.
   */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#lock.then(work)
    this.#lock = run.catch(() => undefined)
    return run
  }

  stop(): void {
    for (const { timer } of this.calls.values()) clearTimeout(timer)
    this.calls.clear()
  }
}
