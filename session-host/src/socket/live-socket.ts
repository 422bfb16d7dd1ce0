import type { Agent } from 'node:https'
import {
  type BinaryNode,
  type CacheStore,
  makeWASocket,
  type UserFacingSocketConfig,
  type WAMessageKey,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { AuthState } from '../keys/auth-state.ts'
import { makeLockedRepository } from '../keys/signal-repository.ts'
import { clientLog, type Log } from '../log.ts'
import type { CatchRejections } from '../session/catch-rejections.ts'
import type { Groups } from '../session/groups.ts'
import type { SentLog } from '../table/sent-log.ts'
import { createTtlCache } from './ttl-cache.ts'
import { installWriteGate, OPEN, type RawSocket } from './write-gate.ts'

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

export type LiveSocket = {
  socket: WASocket
  /** Returns when something last came (epoch milliseconds). */
  lastFrame: () => number
  /** Returns whether it is open, and nobody has begun to close it. */
  isSound: () => boolean
  /** Records that Baileys is closing it. */
  closing: () => void
  /** Runs work after `ms`, or every `ms`, unless the socket has ended. */
  after: (ms: number, work: () => unknown) => void
  every: (ms: number, work: () => unknown) => void
  /** Ends it without further events: no frame leaves any more. */
  end: () => void
}

export type LiveSocketOptions = {
  state: AuthState
  whatsappUrl: string
  /** Agent that sends media to WhatsApp's hosts, and to no other. */
  uploads: Agent
  /** Milliseconds for which a QR code is shown; by default as in WhatsApp Web. */
  qrMs: number | undefined
  caches: SocketCaches
  sent: SentLog
  groups: Groups
  log: Log
  guard: CatchRejections
  thrown: (error: unknown) => void
  /** Called with the server's answer to a message of ours. */
  answered: (id: string, error: string | undefined) => void
}

/** Opens a socket to WhatsApp, behind its write gate. */
export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { state, sent, groups, guard: catchRejections, qrMs } = options
  const config: UserFacingSocketConfig = {
    auth: { creds: state.creds, keys: state.keys },
    waWebSocketUrl: options.whatsappUrl,
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
    makeSignalRepository: makeLockedRepository(state.keys),
    getMessage: (key: WAMessageKey) => sent.message(key.id ?? ''),
    cachedGroupMetadata: async jid => groups.known(jid)?.metadata,
    ...options.caches,
  }
  const socket = makeWASocket(config)
  // Baileys creates it inside makeWASocket and does not declare it; nothing has been sent yet.
  const raw = (socket.ws as unknown as { socket: RawSocket }).socket
  const gate = installWriteGate(raw, state, () => socket.ev.flush(), options.thrown)
  const timers: NodeJS.Timeout[] = []
  let lastFrame = Date.now()
  let closing = false
  socket.ws.on('frame', () => {
    lastFrame = Date.now()
  })
  const onAck = ({ attrs }: BinaryNode) => options.answered(attrs.id ?? '', attrs.error)
  socket.ws.on('CB:ack,class:message', catchRejections(onAck))

  return {
    socket,
    lastFrame: () => lastFrame,
    isSound: () => !closing && raw.readyState === OPEN,
    closing() {
      closing = true
    },
    after: (ms, work) => void timers.push(setTimeout(catchRejections(work), ms).unref()),
    every: (ms, work) => void timers.push(setInterval(catchRejections(work), ms).unref()),
    end() {
      for (const timer of timers) clearTimeout(timer)
      gate.close()
      // A closing handshake on a half-open socket would take 30 s.
      raw.terminate()
      void Promise.resolve(socket.end(undefined)).catch(() => undefined)
    },
  }
}
