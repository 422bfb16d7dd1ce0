import { setTimeout as sleep } from 'node:timers/promises'
import { chatGroup } from '@balcao/shared/events/queues.ts'
import { connectionScope } from './connection-scope.ts'
import { createDirectory } from './directory.ts'
import { FencedError } from './fenced-items.ts'
import { createInbound } from './inbound.ts'
import { createJournal } from './journal.ts'
import { errorName } from './log.ts'
import { createSentLog } from './sent-log.ts'
import { createAddressBook } from './session/address-book.ts'
import { createArrivals } from './session/arrivals.ts'
import { createChanges } from './session/changes.ts'
import { createGap } from './session/gap.ts'
import { createGroups } from './session/groups.ts'
import { createGuard } from './session/guard.ts'
import { createHandOver } from './session/hand-over.ts'
import { type Effect, type LifeEvent, willOpen } from './session/life.ts'
import { createLine } from './session/line.ts'
import { createMeta } from './session/meta.ts'
import { runLife } from './session/run-life.ts'
import { createServerAcks } from './session/server-acks.ts'
import { createStanzas } from './session/stanzas.ts'
import { connectionEvent, gapEvent, type Told } from './session/telling.ts'
import type { Session, SessionOptions } from './session/types.ts'

/** Milliseconds to make events safe; later ones will be delivered again. */
const SAFE_MS = 3000

/**
 * Creates the session of one WhatsApp connection: connects its life, its socket and its events with
 * the parts that handle them (`session/`).
 */
export function createSession(options: SessionOptions): Session {
  const { companyId, connectionId, fence, lastSeen, items, log } = options
  const ids = { companyId, connectionId }
  const sent = createSentLog(items)
  const meta = createMeta(items)
  const acks = createServerAcks()
  const changes = createChanges()
  const queue = createHandOver(options.queue)
  const guard = createGuard(thrown)
  const life = runLife({ connectionId, log, carryOut, onChange: changes.wake })
  let sequence = 0
  let retryTimer: NodeJS.Timeout | undefined

  const scope = { connectionId, thrown }
  const within = <T>(work: () => T): T => connectionScope.run(scope, work)
  const exclusive = <T>(step: () => Promise<T>): Promise<T> => life.exclusive(() => within(step))
  const openSocket = () => (life.now().phase === 'open' ? line.live() : undefined)
  const socket = () => openSocket()?.socket
  const groups = createGroups({ ask: jid => line.live()?.socket.groupMetadata(jid), log })
  const arrivals = createArrivals()
  const { came } = arrivals
  const stanzas = createStanzas({ connectionId, log, guard, thrown, failed, came, safe: () => inbound.safe() })
  const inbound = createInbound({
    ...ids,
    queue,
    journal: createJournal(items),
    media: options.media,
    directory: createDirectory(() => line.auth()?.keys),
    log,
    self: () => [line.auth()?.creds.me?.id, line.auth()?.creds.me?.lid],
    socket,
    arrivals,
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
  const { takeRecovered } = inbound
  const gap = createGap({ lastSeen, meta, takeRecovered, tell: times => tell(gapEvent(ids, times)) })
  const addressBook = createAddressBook({ connectionId, items, meta, log })
  const parts = { life, meta, sent, groups, acks, stanzas, inbound, gap, addressBook, guard, exclusive }
  const line = createLine({ ...options, ...parts, failed, undone, thrown })

  /** Carries out the effect of an event; only a promise is awaited. */
  function carryOut(effect: Effect): Promise<unknown> | undefined {
    switch (effect.do) {
      case 'recall':
        return recall()
      case 'open':
        return line.open()
      case 'openLater':
        clearTimeout(retryTimer)
        // A failure is logged, and has set the timer again.
        retryTimer = setTimeout(() => exclusive(() => life.take({ type: 'due' })).catch(() => undefined), effect.ms)
        return
      case 'drop':
        return drop()
      case 'beginAgain':
        log.error({ connectionId, error: effect.error }, 'the session starts again')
        // Not awaited: this may be one of the steps it waits for.
        void exclusive(drop)
          .catch(() => undefined)
          .then(() => life.take({ type: 'cleared' }))
        return
      case 'unlink':
        clearTimeout(retryTimer)
        return line.unlink(effect.say)
      case 'wipe':
        return line.wipe()
      case 'keep':
        return meta.keep(effect.change)
      case 'tell': {
        const { status, qrcode, retries } = effect
        const me = line.auth()?.creds.me
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

  async function recall(): Promise<void> {
    try {
      const { wanted } = await meta.read()
      await life.take({ type: 'recalled', wanted })
    } catch (error) {
      if (life.now().phase === 'unknown') await life.take({ type: 'openFailed' })
      throw error
    }
  }

  function drop(): Promise<void> {
    clearTimeout(retryTimer)
    const dropped = line.drop()
    changes.wake()
    return dropped
  }

  /** Not awaited: the queue keeps the order, and retries as long as necessary. */
  function tell(told: Told | undefined): void {
    if (told) queue.send(told.event, chatGroup(connectionId, {}), told.identity).catch(() => undefined)
  }

  /** Begins again after data could not be stored: memory and the table may differ. */
  function failed(error: unknown): void {
    trouble(error, { type: 'failed', error: errorName(error) })
  }
  function undone(error: unknown): void {
    trouble(error, { type: 'undone', error: errorName(error) })
  }
  /** Handles an uncaught error: the state it left behind is unknown. */
  function thrown(error: unknown): void {
    trouble(error, { type: 'thrown', error: errorName(error), at: Date.now() })
  }
  function trouble(error: unknown, event: LifeEvent): void {
    void life.take(error instanceof FencedError ? { type: 'fenced' } : event)
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
      if (open && isHandover)
        await Promise.race([
          inbound
            .safe()
            .catch(() => undefined)
            .then(addressBook.settled),
          sleep(SAFE_MS),
        ])
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
