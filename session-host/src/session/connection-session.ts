import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionState } from '@balcao/shared/events/queues.ts'
import { jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { Arrivals } from '../inbound/arrivals.ts'
import { Directory } from '../inbound/directory.ts'
import { EventSender } from '../inbound/event-sender.ts'
import { InboundEvents } from '../inbound/inbound-events.ts'
import { PendingWork } from '../inbound/pending-work.ts'
import { CurrentSocket } from '../socket/current-socket.ts'
import { CONNECTION_LIMIT, Intake } from '../socket/intake.ts'
import { SocketOwner } from '../socket/socket-owner.ts'
import { Stanzas } from '../socket/stanzas.ts'
import { Journal } from '../table/journal.ts'
import { PollSecrets } from '../table/poll-secrets.ts'
import { SentLog } from '../table/sent-log.ts'
import { AddressBook } from './address-book.ts'
import { Changes } from './changes.ts'
import { ConnectionPublisher } from './connection-publisher.ts'
import { Failures } from './failures.ts'
import { Gap } from './gap.ts'
import { Groups } from './groups.ts'
import { type Effect, type SessionAction, willOpen } from './lifecycle.ts'
import { type EffectRunner, LifecycleRunner } from './lifecycle-runner.ts'
import { MetaStore } from './meta.ts'
import { ServerAcks } from './server-acks.ts'
import type { SessionOptions } from './session-options.ts'

/** Milliseconds to make events safe; later ones will be delivered again. */
const SAFE_MS = 3000

/**
 * Session of one WhatsApp connection: constructs its parts, carries out the effects of its
 * lifecycle, and is what commands work with.
 */
export class ConnectionSession implements EffectRunner {
  readonly companyId: string
  readonly connectionId: string
  readonly sent: SentLog
  readonly acks = new ServerAcks()
  readonly changes = new Changes()
  readonly events: EventSender
  readonly groups: Groups
  readonly #options: SessionOptions
  readonly #meta: MetaStore
  readonly #pollSecrets: PollSecrets
  readonly #lifecycle: LifecycleRunner
  readonly #failures: Failures
  readonly #current: CurrentSocket
  readonly #publisher: ConnectionPublisher
  readonly #inbound: InboundEvents
  readonly #addressBook: AddressBook
  readonly #socketOwner: SocketOwner
  #retryTimer: NodeJS.Timeout | undefined

  constructor(options: SessionOptions) {
    const { companyId, connectionId, fence, lastSeen, items, log, media, shard } = options
    const ids = { companyId, connectionId }
    this.#options = options
    this.companyId = companyId
    this.connectionId = connectionId

    // 1. Rows and registers of the connection: they know no other part.
    this.#meta = new MetaStore(items)
    this.sent = new SentLog(items)
    this.#pollSecrets = new PollSecrets(items)
    this.events = new EventSender(options.queue)
    const journal = new Journal(items)
    const arrivals = new Arrivals()

    // 2. The lifecycle: errors are events of it, and its effects come back to `runEffect`.
    const lifecycle = new LifecycleRunner({ connectionId, log, changes: this.changes, effects: this })
    const failures = new Failures(connectionId, lifecycle)
    const current = new CurrentSocket(lifecycle)
    this.#lifecycle = lifecycle
    this.#failures = failures
    this.#current = current

    // 3. Parts that take events of the current socket.
    const { acks, events, sent } = this
    const meta = this.#meta
    const groups = new Groups({ current, log })
    const publisher = new ConnectionPublisher({ ids, fence, events, current })
    const gap = new Gap({ lastSeen, meta, publisher })
    const pending = new PendingWork(failures)
    const intake = new Intake(CONNECTION_LIMIT, options.intake)
    const stanzas = new Stanzas({ connectionId, log, failures, pending, arrivals, intake })
    const directory = new Directory(current)
    const inbound = new InboundEvents({
      ...ids,
      queue: events,
      journal,
      pollSecrets: this.#pollSecrets,
      media,
      directory,
      groups,
      gap,
      stanzas,
      pending,
      arrivals,
      current,
      shard,
      log,
    })
    const addressBook = new AddressBook({ connectionId, items, meta, log })
    this.groups = groups
    this.#publisher = publisher
    this.#inbound = inbound
    this.#addressBook = addressBook

    // 4. The owner of the sockets, whose events the parts above take.
    this.#socketOwner = new SocketOwner({
      options,
      lifecycle,
      failures,
      current,
      meta,
      sent,
      acks,
      groups,
      gap,
      stanzas,
      inbound,
      addressBook,
    })
  }

  /**
   * Opens the socket if the connection was open, or being opened, when it was last served. Never
   * rejects.
   */
  resume(): Promise<void> {
    return this.#exclusive(() => this.#lifecycle.take({ type: 'due' })).catch(() => undefined)
  }

  /** Carries out what a person asked for. */
  act(action: SessionAction): Promise<void> {
    return this.#exclusive(() => this.#lifecycle.take({ type: 'asked', action }))
  }

  /** Returns the secret of a poll of ours, which is the same whenever it is sent. */
  pollSecret(id: string): Promise<Buffer> {
    const own = this.#current.ownJids().flatMap(jid => (jid ? [jidNormalizedUser(jid)] : []))
    return this.#pollSecrets.ofOwn(id, own)
  }

  /** Returns the socket while messages can be sent. */
  socket(): WASocket | undefined {
    return this.#current.socket()
  }

  /** Returns whether it will be open without anybody's action. */
  willOpen(): boolean {
    return willOpen(this.#lifecycle.now())
  }

  status(): ConnectionState {
    return this.#lifecycle.now().status
  }

  /** Runs work for this connection: an uncaught error of it is attributed to the connection. */
  within<T>(work: () => T): T {
    return this.#failures.within(work)
  }

  /**
   * Closes the socket and stores the remaining changes.
   * @param how `lost`: the lease is gone, so nothing may be written
   */
  async close(how: 'handover' | 'lost'): Promise<void> {
    const open = this.#current.open()
    const isHandover = how === 'handover'
    if (open && isHandover) {
      const safe = this.#inbound.safe().catch(() => undefined)
      await Promise.race([safe.then(() => this.#addressBook.settled()), sleep(SAFE_MS)])
    }
    void this.#lifecycle.take({ type: 'ended' })
    const dropped = this.#drop()
    if (!isHandover) return
    await dropped
    await this.#lifecycle.settled()
    if (open) await this.#meta.keep({ downSince: open.lastFrame() }).catch(() => undefined)
    this.changes.wake()
  }

  /** Carries out one effect of the lifecycle; only a promise is awaited. */
  runEffect(effect: Effect): Promise<unknown> | undefined {
    const { connectionId } = this
    const { log, shard } = this.#options
    switch (effect.do) {
      case 'recall':
        return this.#recall()
      case 'open':
        return this.#socketOwner.open()
      case 'openLater':
        clearTimeout(this.#retryTimer)
        this.#retryTimer = setTimeout(() => void this.resume(), effect.ms)
        if (this.#lifecycle.now().problem === 'unreachable') {
          this.#options.reachability.whenReachable(connectionId, () => void this.resume())
        }
        return
      case 'drop':
        return this.#drop()
      case 'beginAgain':
        log.error({ connectionId, error: effect.error }, 'the session starts again')
        // Not awaited: this may be one of the steps it waits for.
        void this.#exclusive(() => this.#drop())
          .catch(() => undefined)
          .then(() => this.#lifecycle.take({ type: 'cleared' }))
        return
      case 'unlink':
        clearTimeout(this.#retryTimer)
        return this.#socketOwner.unlink(effect.notifyPhone)
      case 'wipe':
        return this.#socketOwner.wipe()
      case 'keep':
        return this.#meta.keep(effect.change)
      case 'publish':
        this.#publisher.publishState(effect)
        return
      case 'passOver':
        log.error({ connectionId, error: effect.error }, 'an error is passed over')
        return
      case 'surrender':
        log.warn({ connectionId }, 'fenced off')
        void this.#drop()
        shard.fenced()
        return
      case 'end':
        return this.#lifecycle.take({ type: 'ended' })
    }
  }

  /** Runs a step of this connection when all steps before it are over. */
  #exclusive<T>(step: () => Promise<T>): Promise<T> {
    return this.#lifecycle.exclusive(() => this.#failures.within(step))
  }

  async #recall(): Promise<void> {
    const lifecycle = this.#lifecycle
    try {
      const { wanted } = await this.#meta.read()
      await lifecycle.take({ type: 'recalled', wanted })
    } catch (error) {
      if (lifecycle.now().phase === 'unknown') await lifecycle.take({ type: 'openFailed' })
      throw error
    }
  }

  #drop(): Promise<void> {
    clearTimeout(this.#retryTimer)
    this.#options.reachability.forget(this.connectionId)
    const dropped = this.#socketOwner.drop()
    this.changes.wake()
    return dropped
  }
}
