import { setTimeout as sleep } from 'node:timers/promises'
import { chatGroup } from '@balcao/shared/events/queues.ts'
import { type AuthState, openAuthState } from './auth-state.ts'
import { connectionScope } from './connection-scope.ts'
import { createDirectory } from './directory.ts'
import { FencedError } from './fenced-items.ts'
import { createInbound } from './inbound.ts'
import { createJournal } from './journal.ts'
import { errorName } from './log.ts'
import { createSentLog } from './sent-log.ts'
import { leaveHandset } from './session/ask-whatsapp.ts'
import { createChanges } from './session/changes.ts'
import { createGap } from './session/gap.ts'
import { createGroups } from './session/groups.ts'
import { createGuard } from './session/guard.ts'
import { createHandOver } from './session/hand-over.ts'
import { hearSocket } from './session/hear-socket.ts'
import { type Effect, type LifeEvent, willOpen } from './session/life.ts'
import { createSocketCaches, type LiveSocket, openLiveSocket } from './session/live-socket.ts'
import { createMeta } from './session/meta.ts'
import { runLife } from './session/run-life.ts'
import { createServerAcks } from './session/server-acks.ts'
import { createStanzas } from './session/stanzas.ts'
import { connectionEvent, gapEvent, type Told } from './session/telling.ts'
import type { Session, SessionOptions } from './session/types.ts'

/** A turn ends with the opened socket or the QR code, and after this in any case. */
const TURN_MS = 15_000
/** What is not safe by then will be delivered again. */
const SAFE_MS = 3000

/** One WhatsApp connection: wires its socket, credentials and events to the parts that know about them (`session/`). */
export function createSession(options: SessionOptions): Session {
  const { companyId, connectionId, fence, items, log, patience } = options
  const ids = { companyId, connectionId }
  const sent = createSentLog(items)
  const meta = createMeta(items)
  const caches = createSocketCaches()
  const acks = createServerAcks()
  const changes = createChanges()
  const queue = createHandOver(options.queue)
  const guard = createGuard(thrown)
  const life = runLife({ connectionId, log, carryOut, onChange: changes.wake })
  let live: LiveSocket | undefined
  /** Of the socket there is; after its end the last one, for reading. */
  let auth: AuthState | undefined
  let leaveTurn = () => {}
  let sequence = 0
  let retryTimer: NodeJS.Timeout | undefined

  const scope = { connectionId, thrown }
  const within = <T>(work: () => T): T => connectionScope.run(scope, work)
  const exclusive = <T>(step: () => Promise<T>): Promise<T> => life.exclusive(() => within(step))
  const openSocket = () => (life.now().phase === 'open' ? live : undefined)
  const socket = () => openSocket()?.socket
  const groups = createGroups({ ask: jid => live?.socket.groupMetadata(jid), log })
  const stanzas = createStanzas({ connectionId, log, guard, thrown, failed, safe: () => inbound.safe() })
  const inbound = createInbound({
    ...ids,
    queue,
    journal: createJournal(items),
    media: options.media,
    directory: createDirectory(() => auth?.keys),
    log,
    self: () => [auth?.creds.me?.id, auth?.creds.me?.lid],
    socket,
    wasReplayed: stanzas.wasReplayed,
    knownSubject(jid) {
      const known = groups.known(jid)
      return known && (known.metadata?.subject ?? '')
    },
    findSubject: async jid => (await groups.metadata(jid))?.subject,
    refusesCalls: options.refusesCalls,
    secured: stanzas.secured,
    onFailure: failed,
  })
  const { lastSeen } = options
  const { takeRecovered } = inbound
  const gap = createGap({ lastSeen, meta, takeRecovered, tell: times => tell(gapEvent(ids, times)) })

  // ---- its life ----------------------------------------------------------------------------------------------------

  /** Does what an event asks for; only a promise is waited for. */
  function carryOut(effect: Effect): Promise<unknown> | undefined {
    switch (effect.do) {
      case 'recall':
        return recall()
      case 'open':
        return open()
      case 'openLater':
        clearTimeout(retryTimer)
        // Its failure is logged, and has set the timer again.
        retryTimer = setTimeout(() => exclusive(() => life.take({ type: 'due' })).catch(() => undefined), effect.ms)
        return
      case 'drop':
        return drop()
      case 'beginAgain':
        log.error({ connectionId, error: effect.error }, 'the session starts again')
        // Not awaited: this may be one of the steps it waits for.
        void exclusive(drop).then(() => life.take({ type: 'cleared' }))
        return
      case 'unlink':
        return unlink(effect.say)
      case 'wipe':
        return wipe()
      case 'keep':
        return meta.keep(effect.change)
      case 'tell': {
        const { status, qrcode, retries } = effect
        const me = auth?.creds.me
        tell(connectionEvent(ids, { status, qrcode, retries, me, fence, sequence: sequence++, at: Date.now() }))
        return
      }
      case 'passOver':
        log.error({ connectionId, error: effect.error }, 'an error is passed over')
        return
      case 'surrender':
        log.warn({ connectionId }, 'fenced off')
        void drop()
        options.onFenced()
        return
      case 'end':
        return life.take({ type: 'ended' })
    }
  }

  /** Something could not be stored: what is in memory may not be in the table. */
  function failed(error: unknown): void {
    trouble(error, { type: 'failed', error: errorName(error) })
  }
  function undone(error: unknown): void {
    trouble(error, { type: 'undone', error: errorName(error) })
  }
  /** Nobody caught it, so what it left half done is unknown. */
  function thrown(error: unknown): void {
    trouble(error, { type: 'thrown', error: errorName(error), at: Date.now() })
  }
  function trouble(error: unknown, event: LifeEvent): void {
    void life.take(error instanceof FencedError ? { type: 'fenced' } : event)
  }

  /** Not awaited: the queue keeps the order, and tries for as long as it must. */
  function tell(told: Told | undefined): void {
    if (told) queue.send(told.event, chatGroup(connectionId, {}), told.identity).catch(() => undefined)
  }

  // ---- its socket --------------------------------------------------------------------------------------------------

  async function recall(): Promise<void> {
    const { wanted } = await meta.read().catch(openFailed)
    await life.take({ type: 'recalled', wanted })
  }

  async function openFailed(error: unknown): Promise<never> {
    await life.take({ type: 'openFailed' })
    throw error
  }

  const isTaken = () => live !== undefined || life.now().phase === 'ended'

  async function open(): Promise<void> {
    if (isTaken()) return
    await life.take({ type: 'opening' })
    leaveTurn = await options.enter()
    try {
      await dial()
    } catch (error) {
      await openFailed(error)
    } finally {
      if (!live) leaveTurn()
    }
  }

  async function dial(): Promise<void> {
    if (isTaken()) return
    await inbound.recover()
    const state = await openAuthState({ items, log, onFailure: failed })
    if (isTaken()) return
    auth = state
    gap.opening()
    void life.take({ type: 'dialled' })
    const { whatsappUrl, uploads } = options
    const { probeMs, qrMs } = patience
    const answered = acks.answer
    const parts = { state, whatsappUrl, uploads, qrMs, caches, sent, groups, log, guard, thrown, answered }
    const mine = openLiveSocket(parts)
    live = mine
    mine.after(TURN_MS, leaveTurn)
    const isCurrent = () => live === mine
    const { replayed } = hearSocket(mine, {
      life,
      isCurrent,
      guard,
      probeMs,
      groups,
      gap,
      leaveTurn,
      failed,
      undone,
      credsChanged: state.credsChanged,
      inbound: inbound.take,
      onOpened() {
        options.onOpened()
        log.info({ connectionId }, 'connected')
      },
      onClosed: (reason, why) => lost(mine, reason, why),
    })
    stanzas.follow({ ws: mine.socket.ws, isCurrent, isSound: mine.isSound, replayOver: replayed })
  }

  /** A closed socket. */
  function lost(mine: LiveSocket, reason: number | undefined, why = 'socket closed'): void {
    const close = async () => {
      if (live !== mine) return
      log.info({ connectionId, reason, failures: life.now().failures }, why)
      await life.take({ type: 'closed', reason, paired: auth?.paired() ?? false, lastFrame: mine.lastFrame() })
    }
    exclusive(close).catch(undone)
  }

  /** Ends the socket without its having a say. Resolves when nothing of it will be written any more. */
  async function drop(): Promise<void> {
    clearTimeout(retryTimer)
    const mine = live
    live = undefined
    acks.loseAll()
    groups.forgetAll()
    if (mine) {
      leaveTurn()
      mine.end()
    }
    changes.wake()
    if (mine) await auth?.end().catch(() => undefined)
  }

  async function unlink(say: boolean): Promise<void> {
    const jid = auth?.creds.me?.id
    if (say && live && jid) await leaveHandset(live.socket, jid)
    await drop()
    await wipe()
  }

  async function wipe(): Promise<void> {
    await meta.forget(items.removeAll)
    auth = undefined
    for (const cache of Object.values(caches)) void cache.flushAll()
  }

  return {
    ...ids,
    resume: () => exclusive(() => life.take({ type: 'due' })).catch(() => undefined),
    act: action => exclusive(() => life.take({ type: 'asked', action })),
    socket,
    willOpen: () => willOpen(life.now()),
    change: changes.next,
    emit: (event, group, identity) => queue.send(event, group, identity),
    within,
    sent,
    groupMetadata: groups.metadata,
    serverAck: acks.wait,
    status: () => life.now().status,
    async close(how) {
      const open = openSocket()
      const isHandover = how === 'handover'
      if (open && isHandover) await Promise.race([inbound.safe().catch(() => undefined), sleep(SAFE_MS)])
      void life.take({ type: 'ended' })
      const dropped = drop()
      if (!isHandover) return
      await dropped
      await life.settled()
      if (open) await meta.keep({ downSince: open.lastFrame() }).catch(() => undefined)
      changes.wake()
    },
  }
}
