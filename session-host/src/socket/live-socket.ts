import type { Agent } from 'node:https'
import {
  type BinaryNode,
  type CacheStore,
  makeWASocket,
  type UserFacingSocketConfig,
  type WAMessageKey,
  type WASocket,
  type WAVersion,
} from '@whiskeysockets/baileys'
import type { AuthState } from '../keys/auth-state.ts'
import { makeLockedRepository } from '../keys/signal-repository.ts'
import { clientLog, type Log } from '../log.ts'
import type { Failures } from '../session/failures.ts'
import type { Groups } from '../session/groups.ts'
import type { ServerAcks } from '../session/server-acks.ts'
import type { SentLog } from '../table/sent-log.ts'
import { createTtlCache } from './ttl-cache.ts'
import { installWriteGate, OPEN, type RawSocket } from './write-gate.ts'

/** Maximum milliseconds until WhatsApp accepts a socket. */
const CONNECT_MS = 10_000
const HOUR = 60 * 60 * 1000

/** Caches that Baileys keeps from one socket to the next. */
export type SocketCaches = Record<
  'userDevicesCache' | 'msgRetryCounterCache' | 'callOfferCache' | 'placeholderResendCache',
  CacheStore
>

export const createSocketCaches = (): SocketCaches => ({
  // Each expiry of a device list makes the next send fetch keys again and enlarges the session's
  // archive.
  userDevicesCache: createTtlCache(24 * HOUR, 2000),
  msgRetryCounterCache: createTtlCache(HOUR, 500),
  callOfferCache: createTtlCache(HOUR / 12, 100),
  placeholderResendCache: createTtlCache(HOUR, 200),
})

export type LiveSocketOptions = {
  auth: AuthState
  whatsappUrl: string
  /** Version of WhatsApp Web that we claim to be. */
  whatsappVersion: WAVersion
  /** Agent that sends media to WhatsApp's hosts, and to no other. */
  uploads: Agent
  /** Milliseconds for which a QR code is shown; by default as in WhatsApp Web. */
  qrMs: number | undefined
  caches: SocketCaches
  sent: SentLog
  groups: Groups
  acks: ServerAcks
  failures: Failures
  log: Log
}

/** Socket to WhatsApp, behind its write gate. */
export class LiveSocket {
  readonly socket: WASocket
  readonly #raw: RawSocket
  readonly #gate: { close: () => void }
  readonly #failures: Failures
  readonly #timers: NodeJS.Timeout[] = []
  #lastFrame = Date.now()
  #closing = false

  /** Opens the socket. */
  constructor(options: LiveSocketOptions) {
    const { auth, acks, failures } = options
    this.#failures = failures
    this.socket = makeWASocket(clientConfig(options))
    // Baileys creates it inside makeWASocket and does not declare it; nothing has been sent yet.
    this.#raw = (this.socket.ws as unknown as { socket: RawSocket }).socket
    const flushEvents = () => this.socket.ev.flush()
    this.#gate = installWriteGate(this.#raw, auth, flushEvents, error => failures.thrown(error))
    // Baileys listens to this event, so `ws` leaves the handshake to it; it does nothing.
    this.socket.ws.on('unexpected-response', () => this.#raw.terminate())
    this.socket.ws.on('frame', () => {
      this.#lastFrame = Date.now()
    })
    const onAck = ({ attrs }: BinaryNode) => acks.answer(attrs.id ?? '', attrs.error)
    this.socket.ws.on('CB:ack,class:message', failures.catchRejections(onAck))
  }

  /** Returns when something last came (epoch milliseconds). */
  lastFrame(): number {
    return this.#lastFrame
  }

  /** Returns whether it is open, and nobody has begun to close it. */
  isSound(): boolean {
    return !this.#closing && this.#raw.readyState === OPEN
  }

  /** Records that Baileys is closing it. */
  closing(): void {
    this.#closing = true
  }

  /** Runs work after `ms`, unless the socket has ended. */
  after(ms: number, work: () => unknown): void {
    this.#timers.push(setTimeout(this.#failures.catchRejections(work), ms).unref())
  }

  /** Runs work every `ms` until the socket ends. */
  every(ms: number, work: () => unknown): void {
    this.#timers.push(setInterval(this.#failures.catchRejections(work), ms).unref())
  }

  /** Ends it without further events: no frame leaves any more. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#gate.close()
    // A closing handshake on a half-open socket would take 30 s.
    this.#raw.terminate()
    void Promise.resolve(this.socket.end(undefined)).catch(() => undefined)
  }
}

function clientConfig({ auth, sent, groups, qrMs, ...options }: LiveSocketOptions): UserFacingSocketConfig {
  return {
    auth: { creds: auth.creds, keys: auth.keys },
    waWebSocketUrl: options.whatsappUrl,
    version: options.whatsappVersion,
    connectTimeoutMs: CONNECT_MS,
    logger: clientLog(options.log),
    // Name of the link on the owner's phone.
    browser: ['Balcão', 'Chrome', '1.0.0'],
    syncFullHistory: false,
    ...(qrMs ? { qrTimeout: qrMs } : {}),
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    generateHighQualityLinkPreview: false,
    fetchAgent: options.uploads,
    // Memory cannot fail; a single attempt keeps a number's lock no longer than needed.
    transactionOpts: { maxCommitRetries: 2, delayBetweenTriesMs: 100 },
    makeSignalRepository: makeLockedRepository(auth.keys),
    getMessage: (key: WAMessageKey) => sent.message(key.id ?? ''),
    cachedGroupMetadata: async jid => groups.known(jid)?.metadata,
    ...options.caches,
  }
}
