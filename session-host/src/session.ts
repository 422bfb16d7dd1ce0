import type { Agent } from 'node:https'
import { type ConnectionState, chatGroup, type InboundEvent } from '@balcao/shared/events/queues.ts'
import type { Boom } from '@hapi/boom'
import {
  type BaileysEventMap,
  type BinaryNode,
  type GroupMetadata,
  jidDecode,
  makeWASocket,
  S_WHATSAPP_NET,
  type WAMessageKey,
  type WASocket,
} from '@whiskeysockets/baileys'
import { type AuthState, openAuthState } from './auth-state.ts'
import { connectionScope } from './connection-scope.ts'
import { createDirectory } from './directory.ts'
import type { EventQueue } from './event-queue.ts'
import { FencedError, type FencedItems } from './fenced-items.ts'
import { createInbound } from './inbound.ts'
import { createJournal } from './journal.ts'
import { clientLog, errorName, type Log } from './log.ts'
import { backoffMs, disconnectPolicy } from './mapping/disconnect-policy.ts'
import type { MediaStore } from './media.ts'
import type { Patience } from './patience.ts'
import { createSentLog, type SentLog } from './sent-log.ts'
import { makeLockedRepository } from './signal-repository.ts'
import { createHold, type Hold, type StanzaWork, stanzaWork } from './stanza-work.ts'
import { createTtlCache } from './ttl-cache.ts'
import type { Turnstile } from './turnstile.ts'
import { installWriteGate, OPEN, type RawSocket } from './write-gate.ts'

const HOUR = 60 * 60 * 1000
/** A shorter interruption is not worth an entry in anybody's log, unless something was recovered. */
const GAP_MS = 5000
const REPLAY_MS = 20_000
const GROUP_MS = 10_000
/** A turn ends with the opened socket or the QR code, and after this in any case. */
const TURN_MS = 15_000
/** A socket that is neither open nor shows a QR code by then is dead, whatever became of its errors. */
const OPENING_MS = 45_000
const GROUPS = 200
const UNLINK_MS = 3000
const UNHANDED_TRIES = 3
/** New beginnings because of errors nobody caught: so many in that time. */
const THROWN_MOST = 3
const THROWN_MS = 10 * 60 * 1000

export type SessionOptions = {
  companyId: string
  connectionId: string
  /** Fencing token of the shard's lease. */
  fence: number
  /** When an earlier host is known to have been alive, if it did not say goodbye: where a gap begins. */
  lastSeen: number | undefined
  whatsappUrl: string
  /** Sends media to WhatsApp's hosts, and to no other. */
  uploads: Agent
  items: FencedItems
  queue: EventQueue
  media: MediaStore
  log: Log
  patience: Patience
  onOpened: () => void
  /** Waits for a turn to open a socket. */
  enter: Turnstile
  refusesCalls: () => Promise<boolean>
  /** The lease is not ours any more. */
  onFenced: () => void
}

export type SessionAction = 'start' | 'newQr' | 'logout' | 'forget'

export type Session = {
  companyId: string
  connectionId: string
  /** Opens the socket if the connection was open, or being opened, when it was last served. Never rejects. */
  resume: () => Promise<void>
  act: (action: SessionAction) => Promise<void>
  /** The socket while messages can be sent. */
  socket: () => WASocket | undefined
  /** Whether it will be open without anybody's doing. */
  willOpen: () => boolean
  /** Resolves when the state may have changed, or after `ms`. */
  change: (ms: number) => Promise<void>
  /** Puts an event of this connection on the inbound queue; resolves when it is there. */
  emit: (event: InboundEvent, group: string, identity: string) => Promise<void>
  /** Does something for this connection: an error that nobody catches is then known as its own. */
  within: <T>(work: () => T) => T
  sent: SentLog
  /** Describes a group, and remembers it for sending. */
  groupMetadata: (jid: string) => Promise<GroupMetadata | undefined>
  /** The server's answer to a message of ours: an error code, or undefined when it took it. Rejects when the socket closes first. */
  serverAck: (id: string, ms: number) => Promise<string | undefined>
  status: () => ConnectionState
  /** Closes the socket and stores what is left. @param how `lost`: the lease is gone, so nothing may be written */
  close: (how: 'handover' | 'lost') => Promise<void>
}

type Meta = { wanted: boolean; downSince?: number }
type Live = {
  socket: WASocket
  raw: RawSocket
  gate: { close: () => void }
  timers: NodeJS.Timeout[]
  lastFrame: number
  /** Ends the turn of opening. */
  leave: () => void
  /** Baileys has said that it is closing. */
  over: boolean
}

/** One WhatsApp connection: its socket, its credentials, and what becomes of it when the socket closes. */
export function createSession(options: SessionOptions): Session {
  const { companyId, connectionId, fence, items, queue, log, patience } = options
  const sent = createSentLog(items)
  const journal = createJournal(items)
  const caches = {
    // Each expiry of a device list makes the next send fetch keys again and grow the session's archive.
    userDevicesCache: createTtlCache(24 * HOUR, 2000),
    msgRetryCounterCache: createTtlCache(HOUR, 500),
    callOfferCache: createTtlCache(HOUR / 12, 100),
    placeholderResendCache: createTtlCache(HOUR, 200),
  }
  const groups = new Map<string, { metadata: GroupMetadata | undefined; until: number }>()
  const replayed = new Set<string>()
  const events = new Map<string, Hold>()
  /** Messages that were decrypted and not handed over by Baileys on an open socket, with how often. */
  const unhanded = new Map<string, number>()
  const acks = new Map<string, { answer: (error: string | undefined) => void; lost: (error: Error) => void }>()
  let waiters: (() => void)[] = []

  /** Of the socket there is; after its end the last one, for reading. */
  let auth: AuthState | undefined
  let recovered = false
  let unseenSince = options.lastSeen
  let replayOver = false
  let live: Live | undefined
  let isOpen = false
  /** Whether it has been read what the connection was doing when a host last served it. */
  let isKnown = false
  let closed = false
  let meta: Meta | undefined
  let status: ConnectionState = 'DISCONNECTED'
  let said = ''
  let sequence = 0
  let failures = 0
  let qrRounds = 0
  let sawQr = false
  let failing = false
  let thrownAt: number[] = []
  let resuming: Promise<void> | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let actions: Promise<unknown> = Promise.resolve()

  const scope = { connectionId, thrown }
  const within = <T>(work: () => T): T => connectionScope.run(scope, work)

  /** For whoever calls without awaiting: a timer, an emitter. */
  const guarded =
    <A extends unknown[]>(work: (...args: A) => unknown) =>
    (...args: A): void => {
      try {
        const result = work(...args)
        if (result instanceof Promise) result.catch(thrown)
      } catch (error) {
        thrown(error)
      }
    }

  const exclusive = <T>(work: () => Promise<T>): Promise<T> => {
    const result = actions.then(() => within(work))
    actions = result.catch(error => log.warn({ connectionId, error: errorName(error) }, 'a session step failed'))
    return result
  }

  function wake(): void {
    const waiting = waiters
    waiters = []
    for (const waiter of waiting) waiter()
  }

  // ---- what the workers are told ---------------------------------------------------------------------------------

  function tell(next: ConnectionState, qrcode = ''): void {
    status = next
    wake()
    const me = auth?.creds.me
    const number = next === 'CONNECTED' && me?.id ? jidDecode(me.id)?.user : undefined
    const lid = next === 'CONNECTED' && me?.lid ? jidDecode(me.lid)?.user : undefined
    const text = `${next}|${qrcode}|${failures + qrRounds}`
    if (text === said) return
    said = text
    const at = Date.now()
    queue
      .send(
        {
          companyId,
          connectionId,
          type: 'connection',
          status: next,
          qrcode,
          retries: failures + qrRounds,
          ...(number ? { number } : {}),
          ...(lid ? { lid } : {}),
          fence,
          at,
        },
        chatGroup(connectionId, {}),
        `${fence}|${sequence++}|${at}`,
      )
      .catch(() => undefined)
  }

  async function readMeta(): Promise<Meta> {
    if (!meta) {
      const bytes = await items.get('meta')
      meta ??= bytes ? (JSON.parse(bytes.toString()) as Meta) : { wanted: false }
    }
    return meta
  }

  async function writeMeta(change: Partial<Meta>): Promise<void> {
    const before = JSON.stringify(await readMeta())
    meta = { ...meta!, ...change }
    if (JSON.stringify(meta) !== before) await items.put('meta', Buffer.from(JSON.stringify(meta)))
  }

  const inbound = createInbound({
    companyId,
    connectionId,
    queue,
    journal,
    media: options.media,
    directory: createDirectory(() => auth?.keys),
    log,
    self: () => [auth?.creds.me?.id, auth?.creds.me?.lid],
    socket: () => (isOpen ? live?.socket : undefined),
    wasReplayed: id => replayed.has(id),
    knownSubject: jid => {
      const known = knownGroup(jid)
      return known && (known.metadata?.subject ?? '')
    },
    findSubject: async jid => (await groupMetadata(jid))?.subject,
    refusesCalls: options.refusesCalls,
    secured: (id, work) => events.get(id)?.settle(work),
    onFailure: failed,
  })

  // ---- opening ---------------------------------------------------------------------------------------------------

  /** What is in memory may not be in the table: begin again from the table, or not at all. */
  function failed(error: unknown): void {
    if (error instanceof FencedError) {
      if (closed) return
      log.warn({ connectionId }, 'fenced off')
      closed = true
      void drop()
      options.onFenced()
      return
    }
    if (closed || failing) return
    failing = true
    log.error({ connectionId, error: errorName(error) }, 'the session starts again')
    failures++
    exclusive(drop)
      .catch(() => undefined)
      .then(() => {
        failing = false
        later()
      })
  }

  /**
   * Nobody caught it, so what it left half done is unknown: begin again from the table. What comes again with the same stanza
   * after that is not mended by beginning again, and the connection goes on as it is.
   */
  function thrown(error: unknown): void {
    if (closed) return
    if (!live) {
      // It may have been the timer that was to open it.
      if (meta?.wanted && status !== 'DISCONNECTED' && status !== 'TIMEOUT') later()
      return
    }
    const now = Date.now()
    thrownAt = [...thrownAt.filter(at => now - at < THROWN_MS), now]
    if (thrownAt.length <= THROWN_MOST) failed(error)
    else log.error({ connectionId, error: errorName(error) }, 'an error is passed over')
  }

  async function open(): Promise<void> {
    if (closed || live) return
    const leave = await options.enter()
    try {
      await openSocket(leave)
    } catch (error) {
      leave()
      throw error
    }
    if (!live) leave()
  }

  async function openSocket(leave: () => void): Promise<void> {
    if (closed || live) return
    if (!recovered) {
      await inbound.recover()
      recovered = true
    }
    const state = await openAuthState({ items, log, onFailure: failed })
    if (closed || live) return
    auth = state
    sawQr = false
    replayOver = false
    tell(status === 'PAIRING' ? 'PAIRING' : 'OPENING')
    const socket = makeWASocket({
      auth: { creds: state.creds, keys: state.keys },
      waWebSocketUrl: options.whatsappUrl,
      logger: clientLog(log),
      // The owner's handset lists the link under this name.
      browser: ['Balcão', 'Chrome', '1.0.0'],
      syncFullHistory: false,
      ...(patience.qrMs ? { qrTimeout: patience.qrMs } : {}),
      markOnlineOnConnect: false,
      emitOwnEvents: false,
      generateHighQualityLinkPreview: false,
      fetchAgent: options.uploads,
      // Memory cannot fail; one attempt keeps a number's lock no longer than needed.
      transactionOpts: { maxCommitRetries: 2, delayBetweenTriesMs: 100 },
      makeSignalRepository: makeLockedRepository(state.keys),
      getMessage: (key: WAMessageKey) => sent.message(key.id ?? ''),
      cachedGroupMetadata: async jid => knownGroup(jid)?.metadata,
      ...caches,
    })
    // Created inside makeWASocket and not in its types; nothing has been sent yet.
    const raw = (socket.ws as unknown as { socket: RawSocket }).socket
    const gate = installWriteGate(raw, state, () => socket.ev.flush(), thrown)
    const mine: Live = { socket, raw, gate, timers: [], lastFrame: Date.now(), leave, over: false }
    mine.timers.push(setTimeout(leave, TURN_MS).unref())
    live = mine
    followStanzas(mine)
    socket.ws.on('frame', () => {
      mine.lastFrame = Date.now()
    })
    const onAck = (node: BinaryNode) => acks.get(node.attrs.id ?? '')?.answer(node.attrs.error)
    socket.ws.on('CB:ack,class:message', guarded(onAck))
    socket.ev.process(
      guarded((batch: Partial<BaileysEventMap>) => {
        if (live !== mine) return
        if (batch['creds.update']) state.credsChanged()
        for (const { id } of batch['groups.update'] ?? []) if (id) groups.delete(id)
        if (batch['group-participants.update']) groups.delete(batch['group-participants.update'].id)
        // A message that cannot be taken must not hide that the socket has closed.
        guarded(inbound.take)(batch)
        if (batch['connection.update']) connectionUpdate(mine, batch['connection.update'])
      }),
    )
    mine.timers.push(
      setInterval(
        guarded(() => probe(mine)),
        patience.probeMs,
      ).unref(),
    )
    const stuck = () => {
      if (live === mine && !isOpen && !sawQr) exclusive(() => lost(mine, 408)).catch(failed)
    }
    mine.timers.push(setTimeout(guarded(stuck), OPENING_MS).unref())
  }

  /** Gives every stanza its own context, one message after the other, so that frames and key changes know their cause. */
  function followStanzas(mine: Live): void {
    let messages: Promise<unknown> = Promise.resolve()
    const { ws } = mine.socket
    for (const kind of ['message', 'receipt', 'call'] as const) {
      const handlers = ws.listeners(`CB:${kind}`)
      ws.removeAllListeners(`CB:${kind}`)
      const take = (node: BinaryNode) => {
        const id = node.attrs.id ?? ''
        // Baileys would queue replayed stanzas away from this context; the order is kept here instead.
        if (node.attrs.offline !== undefined && kind !== 'call') {
          delete node.attrs.offline
          if (kind === 'message') remember(id)
        }
        const run = () => (live === mine ? handle(mine, kind, id, node, handlers) : undefined)
        // One that fails must not stop those behind it.
        if (kind === 'message') messages = messages.then(run).catch(thrown)
        else return run()
      }
      ws.on(`CB:${kind}`, guarded(take))
    }
    ws.on('CB:ib,,offline', () => {
      messages = messages.then(() => {
        if (live !== mine) return
        replayOver = true
        tellGap(mine).catch(failed)
      })
    })
  }

  async function handle(
    mine: Live,
    kind: StanzaWork['kind'],
    id: string,
    node: BinaryNode,
    handlers: ReturnType<WASocket['ws']['listeners']>,
  ): Promise<void> {
    const event = createHold(failed)
    // A retry request is answered by a message, whose queries must not wait for the request's own acknowledgement.
    const hold = kind === 'message' || node.attrs.type === 'retry' ? undefined : event
    const work: StanzaWork = { kind, id, event, hold, decrypting: false }
    if (kind === 'message') events.set(id, event)
    try {
      await stanzaWork.run(work, () => Promise.all(handlers.map(handler => handler(node))))
    } catch (error) {
      log.warn({ connectionId, error: errorName(error) }, 'a stanza was not handled')
    }
    if (events.get(id) === event) events.delete(id)
    // Baileys has emitted what there was to emit.
    const stranded = kind === 'message' && work.hold === event && !event.bound()
    if (!stranded) unhanded.delete(id)
    if (!stranded || !comesAgain(mine, id)) event.settle(inbound.safe())
  }

  /**
   * A message was decrypted and Baileys never handed it over: its receipt could not be written, mostly because the socket
   * was closing. Left unsettled, its ratchet step is forgotten with the socket, and WhatsApp's next delivery is readable.
   * @returns false when it did so again and again on an open socket, and holding on would stop the connection for good
   */
  function comesAgain(mine: Live, id: string): boolean {
    if (live !== mine || mine.over || mine.raw.readyState !== OPEN) return true
    const tries = (unhanded.get(id) ?? 0) + 1
    if (tries >= UNHANDED_TRIES) {
      unhanded.delete(id)
      log.error({ connectionId, tries }, 'a message that Baileys cannot handle is given up')
      return false
    }
    unhanded.set(id, tries)
    failed(new Error('a decrypted message was not handed over'))
    return true
  }

  function remember(id: string): void {
    replayed.add(id)
    if (replayed.size > 5000) replayed.delete(replayed.values().next().value!)
  }

  const knownGroup = (jid: string) => {
    const known = groups.get(jid)
    return known && known.until > Date.now() ? known : undefined
  }

  /** A group as WhatsApp describes it, remembered until it changes. Undefined when WhatsApp does not tell. */
  async function groupMetadata(jid: string): Promise<GroupMetadata | undefined> {
    const known = knownGroup(jid)
    if (known) return known.metadata
    let metadata: GroupMetadata | undefined
    try {
      metadata = await Promise.race([
        live?.socket.groupMetadata(jid),
        new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), GROUP_MS)),
      ])
    } catch (error) {
      log.debug({ error: errorName(error) }, 'a group was not described')
    }
    groups.set(jid, { metadata, until: Date.now() + (metadata ? HOUR : HOUR / 60) })
    if (groups.size > GROUPS) groups.delete(groups.keys().next().value!)
    return metadata
  }

  // ---- the socket's life -----------------------------------------------------------------------------------------

  function connectionUpdate(mine: Live, update: BaileysEventMap['connection.update']): void {
    if (update.qr) {
      mine.leave()
      sawQr = true
      tell('qrcode', update.qr)
    }
    if (update.isNewLogin) {
      qrRounds = 0
      tell('PAIRING')
    }
    if (update.connection === 'open') opened(mine)
    if (update.connection === 'close') {
      mine.over = true
      const reason = (update.lastDisconnect?.error as Boom | undefined)?.output?.statusCode
      exclusive(() => lost(mine, reason)).catch(failed)
    }
  }

  function opened(mine: Live): void {
    mine.leave()
    isOpen = true
    failures = 0
    qrRounds = 0
    tell('CONNECTED')
    options.onOpened()
    exclusive(() => writeMeta({ wanted: true })).catch(failed)
    tellGap(mine).catch(failed)
    // In case WhatsApp never says that the replay is over.
    const late = () => {
      replayOver = true
      tellGap(mine).catch(failed)
    }
    mine.timers.push(setTimeout(guarded(late), REPLAY_MS).unref())
    log.info({ connectionId }, 'connected')
  }

  /** Told once, when the socket is open and what WhatsApp had kept for us has been told. */
  async function tellGap(mine: Live): Promise<void> {
    if (live !== mine || !isOpen || !replayOver) return
    const from = (await readMeta()).downSince ?? unseenSince
    unseenSince = undefined
    if (from === undefined) return
    await writeMeta({ downSince: undefined })
    const to = Date.now()
    const recovered = inbound.takeRecovered()
    if (to - from < GAP_MS && !recovered) return
    await queue
      .send({ companyId, connectionId, type: 'gap', from, to, recovered }, chatGroup(connectionId, {}), `${from}`)
      .catch(() => undefined)
  }

  /** Opens it if it was open, or being opened, when a host last served it. Asked twice, it is done once. */
  function resume(): Promise<void> {
    resuming ??= exclusive(async () => {
      const { wanted } = await readMeta()
      isKnown = true
      if (wanted) await open()
      wake()
    }).catch(async () => {
      failures++
      await new Promise(resolve => setTimeout(resolve, backoffMs(failures - 1)))
      resuming = undefined
      return closed ? undefined : resume()
    })
    return resuming
  }

  /** A closed socket: what its reason asks for. */
  async function lost(mine: Live, reason: number | undefined): Promise<void> {
    if (live !== mine || closed) return
    const wasOpen = isOpen
    const lastFrame = mine.lastFrame
    const paired = auth?.paired() ?? false
    await drop()
    if (sawQr && !paired) qrRounds++
    log.info({ connectionId, reason, failures }, 'socket closed')
    if (wasOpen) await writeMeta({ downSince: lastFrame })
    const policy = disconnectPolicy(reason, { paired, qrRounds, failures })
    if (policy.next === 'restart') return later()
    if (policy.next === 'retry') {
      if (!(sawQr && !paired)) failures++
      tell('OPENING')
      return later()
    }
    if (policy.wipe) await wipe()
    await writeMeta({ wanted: false })
    tell(policy.status)
  }

  function later(): void {
    clearTimeout(retryTimer)
    const wait = failures ? backoffMs(failures - 1) : 0
    retryTimer = setTimeout(() => {
      exclusive(open).catch(error => {
        log.warn({ connectionId, error: errorName(error) }, 'the socket could not be opened')
        failures++
        later()
      })
    }, wait)
  }

  /** Ends the socket without its having a say. Resolves when nothing of it will be written any more. */
  async function drop(): Promise<void> {
    clearTimeout(retryTimer)
    const mine = live
    live = undefined
    isOpen = false
    for (const { lost } of acks.values()) lost(new Error('the socket closed'))
    acks.clear()
    // Who joined or left meanwhile is not told.
    groups.clear()
    if (mine) {
      mine.leave()
      for (const timer of mine.timers) clearTimeout(timer)
      mine.gate.close()
      // A closing handshake on a half-open socket takes 30 s.
      mine.raw.terminate()
      void Promise.resolve(mine.socket.end(undefined)).catch(() => undefined)
    }
    wake()
    if (mine) await auth?.end().catch(() => undefined)
  }

  /** Finds sockets whose other end is gone without a word. */
  async function probe(mine: Live): Promise<void> {
    if (live !== mine || !isOpen || Date.now() - mine.lastFrame < patience.probeMs) return
    const asked = Date.now()
    await mine.socket
      .query(
        {
          tag: 'iq',
          attrs: { to: S_WHATSAPP_NET, type: 'get', xmlns: 'w:p' },
          content: [{ tag: 'ping', attrs: {} }],
        },
        patience.probeMs / 2,
      )
      .catch(() => undefined)
    if (live !== mine || mine.lastFrame >= asked) return
    log.warn({ connectionId }, 'the socket is dead')
    exclusive(() => lost(mine, 408)).catch(failed)
  }

  async function wipe(): Promise<void> {
    await items.removeAll()
    auth = undefined
    meta = undefined
    for (const cache of Object.values(caches)) void cache.flushAll()
  }

  async function unlink(): Promise<void> {
    const socket = isOpen ? live?.socket : undefined
    const jid = auth?.creds.me?.id
    if (socket && jid) {
      // Not by Baileys' logout, which closes the socket before the frame has passed the gate.
      await socket
        .query(
          {
            tag: 'iq',
            attrs: { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' },
            content: [{ tag: 'remove-companion-device', attrs: { jid, reason: 'user_initiated' } }],
          },
          UNLINK_MS,
        )
        .catch(() => undefined)
    }
    await drop()
    await wipe()
  }

  async function act(action: SessionAction): Promise<void> {
    if (closed) return
    failures = 0
    qrRounds = 0
    said = ''
    switch (action) {
      case 'start':
        await writeMeta({ wanted: true })
        if (isOpen) return tell('CONNECTED')
        if (live && sawQr && status === 'qrcode') await drop()
        return open()
      case 'newQr':
        await unlink()
        await writeMeta({ wanted: true })
        return open()
      case 'logout':
        await unlink()
        await writeMeta({ wanted: false })
        return tell('DISCONNECTED')
      case 'forget':
        await unlink()
        closed = true
        return
    }
  }

  const wanted = () => meta?.wanted === true

  return {
    companyId,
    connectionId,
    resume,
    act: action => exclusive(() => act(action)),
    socket: () => (isOpen ? live?.socket : undefined),
    willOpen: () => !closed && (isOpen || !isKnown || ((status === 'OPENING' || status === 'PAIRING') && wanted())),
    change: ms =>
      new Promise(resolve => {
        const timer = setTimeout(resolve, ms)
        waiters.push(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
    emit: (event, group, identity) => queue.send(event, group, identity),
    within,
    sent,
    groupMetadata,
    serverAck: (id, ms) =>
      new Promise((resolve, reject) => {
        const over = () => {
          clearTimeout(timer)
          acks.delete(id)
        }
        const timer = setTimeout(() => {
          over()
          reject(new Error('no acknowledgement'))
        }, ms)
        acks.set(id, {
          answer: error => {
            over()
            resolve(error)
          },
          lost: error => {
            over()
            reject(error)
          },
        })
      }),
    status: () => status,
    async close(how) {
      if (how === 'lost') {
        closed = true
        void drop()
        return
      }
      const lastFrame = live?.lastFrame
      const wasOpen = isOpen
      if (wasOpen) await settled(inbound.safe())
      closed = true
      await drop()
      await actions
      if (wasOpen && lastFrame) await writeMeta({ downSince: lastFrame }).catch(() => undefined)
      wake()
    },
  }
}

/** Waits for work, but not for ever: what is not safe by then will be delivered again. */
async function settled(work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work?.catch(() => undefined), new Promise(resolve => setTimeout(resolve, 3000))])
}
