import { setTimeout as sleep } from 'node:timers/promises'
import { chatGroup } from '@balcao/shared/events/queues.ts'
import { createArrivals } from '../inbound/arrivals.ts'
import { createInbound } from '../inbound/create-inbound.ts'
import { createDirectory } from '../inbound/directory.ts'
import { createEventSender } from '../inbound/event-sender.ts'
import { errorName } from '../log.ts'
import { createSocketOwner } from '../socket/socket-owner.ts'
import { createStanzas } from '../socket/stanzas.ts'
import { FencedError } from '../table/fenced-items.ts'
import { createJournal } from '../table/journal.ts'
import { createSentLog } from '../table/sent-log.ts'
import { createAddressBook } from './address-book.ts'
import { createCatchRejections } from './catch-rejections.ts'
import { createChanges } from './changes.ts'
import { type ConnectionEvent, connectionEvent, gapEvent } from './connection-events.ts'
import { connectionScope } from './connection-scope.ts'
import { createGap } from './gap.ts'
import { createGroups } from './groups.ts'
import { type Effect, type LifecycleEvent, willOpen } from './lifecycle.ts'
import { createMeta } from './meta.ts'
import { runLifecycle } from './run-lifecycle.ts'
import { createServerAcks } from './server-acks.ts'
import type { Session, SessionOptions } from './types.ts'

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
  const queue = createEventSender(options.queue)
  const catchRejections = createCatchRejections(thrown)
  const lifecycle = runLifecycle({ connectionId, log, runEffect, onChange: changes.wake })
  let sequence = 0
  let retryTimer: NodeJS.Timeout | undefined

  const scope = { connectionId, thrown }
  const within = <T>(work: () => T): T => connectionScope.run(scope, work)
  const exclusive = <T>(step: () => Promise<T>): Promise<T> => lifecycle.exclusive(() => within(step))
  const openSocket = () => (lifecycle.now().phase === 'open' ? socketOwner.live() : undefined)
  const socket = () => openSocket()?.socket
  const groups = createGroups({ ask: jid => socketOwner.live()?.socket.groupMetadata(jid), log })
  const arrivals = createArrivals()
  const { came } = arrivals
  const stanzas = createStanzas({
    connectionId,
    log,
    catchRejections,
    thrown,
    failed,
    came,
    safe: () => inbound.safe(),
  })
  const inbound = createInbound({
    ...ids,
    queue,
    journal: createJournal(items),
    media: options.media,
    directory: createDirectory(() => socketOwner.auth()?.keys),
    log,
    self: () => [socketOwner.auth()?.creds.me?.id, socketOwner.auth()?.creds.me?.lid],
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
  const gap = createGap({ lastSeen, meta, takeRecovered, onGap: times => send(gapEvent(ids, times)) })
  const addressBook = createAddressBook({ connectionId, items, meta, log })
  const parts = {
    life: lifecycle,
    meta,
    sent,
    groups,
    acks,
    stanzas,
    inbound,
    gap,
    addressBook,
    guard: catchRejections,
    exclusive,
  }
  const socketOwner = createSocketOwner({ ...options, ...parts, failed, undone, thrown })

  /** Carries out the effect of an event; only a promise is awaited. */
  function runEffect(effect: Effect): Promise<unknown> | undefined {
    switch (effect.do) {
      case 'recall':
        return recall()
      case 'open':
        return socketOwner.open()
      case 'openLater':
        clearTimeout(retryTimer)
        // A failure is logged, and has set the timer again.
        retryTimer = setTimeout(
          () => exclusive(() => lifecycle.take({ type: 'due' })).catch(() => undefined),
          effect.ms,
        )
        return
      case 'drop':
        return drop()
      case 'beginAgain':
        log.error({ connectionId, error: effect.error }, 'the session starts again')
        // Not awaited: this may be one of the steps it waits for.
        void exclusive(drop)
          .catch(() => undefined)
          .then(() => lifecycle.take({ type: 'cleared' }))
        return
      case 'unlink':
        clearTimeout(retryTimer)
        return socketOwner.unlink(effect.notifyPhone)
      case 'wipe':
        return socketOwner.wipe()
      case 'keep':
        return meta.keep(effect.change)
      case 'tell': {
        const { status, qrcode, retries } = effect
        const me = socketOwner.auth()?.creds.me
        send(connectionEvent(ids, { status, qrcode, retries, me, fence, sequence: sequence++, at: Date.now() }))
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
        return lifecycle.take({ type: 'ended' })
    }
  }

  async function recall(): Promise<void> {
    try {
      const { wanted } = await meta.read()
      await lifecycle.take({ type: 'recalled', wanted })
    } catch (error) {
      if (lifecycle.now().phase === 'unknown') await lifecycle.take({ type: 'openFailed' })
      throw error
    }
  }

  function drop(): Promise<void> {
    clearTimeout(retryTimer)
    const dropped = socketOwner.drop()
    changes.wake()
    return dropped
  }

  /** Not awaited: the queue keeps the order, and retries as long as necessary. */
  function send(event: ConnectionEvent | undefined): void {
    if (event) queue.send(event.event, chatGroup(connectionId, {}), event.identity).catch(() => undefined)
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
  function trouble(error: unknown, event: LifecycleEvent): void {
    void lifecycle.take(error instanceof FencedError ? { type: 'fenced' } : event)
  }

  return {
    ...ids,
    resume: () => exclusive(() => lifecycle.take({ type: 'due' })).catch(() => undefined),
    act: action => exclusive(() => lifecycle.take({ type: 'asked', action })),
    socket,
    willOpen: () => willOpen(lifecycle.now()),
    change: changes.next,
    emit: (event, group, identity) => queue.send(event, group, identity),
    within,
    sent,
    groupMetadata: groups.metadata,
    serverAck: acks.wait,
    status: () => lifecycle.now().status,
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
      void lifecycle.take({ type: 'ended' })
      const dropped = drop()
      if (!isHandover) return
      await dropped
      await lifecycle.settled()
      if (open) await meta.keep({ downSince: open.lastFrame() }).catch(() => undefined)
      changes.wake()
    },
  }
}
