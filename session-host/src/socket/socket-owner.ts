import type { InboundEvents } from '../inbound/inbound-events.ts'
import { openAuthState } from '../keys/auth-state.ts'
import { type Closing, OUTDATED } from '../mapping/closing.ts'
import type { AddressBook } from '../session/address-book.ts'
import type { Failures } from '../session/failures.ts'
import type { Gap } from '../session/gap.ts'
import type { Groups } from '../session/groups.ts'
import type { LifecycleRunner } from '../session/lifecycle-runner.ts'
import type { MetaStore } from '../session/meta.ts'
import type { ServerAcks } from '../session/server-acks.ts'
import type { SessionOptions } from '../session/session-options.ts'
import type { SentLog } from '../table/sent-log.ts'
import { leaveHandset } from './ask-whatsapp.ts'
import type { CurrentSocket } from './current-socket.ts'
import { createSocketCaches, LiveSocket } from './live-socket.ts'
import { SocketWatcher } from './socket-watcher.ts'
import type { Stanzas } from './stanzas.ts'

/** Maximum milliseconds of a turn, which otherwise ends with the opened socket or the QR code. */
const MAX_OPENING_MS = 15_000

export type SocketOwnerParts = {
  options: SessionOptions
  lifecycle: LifecycleRunner
  failures: Failures
  current: CurrentSocket
  meta: MetaStore
  sent: SentLog
  acks: ServerAcks
  groups: Groups
  gap: Gap
  stanzas: Stanzas
  inbound: InboundEvents
  addressBook: AddressBook
}

/** Opens and ends the sockets of a connection, one at a time, with their credentials. */
export class SocketOwner {
  readonly #options: SessionOptions
  readonly #parts: SocketOwnerParts
  readonly #current: CurrentSocket
  readonly #caches = createSocketCaches()
  #releaseOpening = () => {}

  constructor(parts: SocketOwnerParts) {
    this.#options = parts.options
    this.#parts = parts
    this.#current = parts.current
  }

  /**
   * Waits for a turn and opens the socket.
   * @throws when it could not be made; the lifecycle has the event then
   */
  async open(): Promise<void> {
    const { lifecycle } = this.#parts
    if (this.#isTaken()) return
    await lifecycle.take({ type: 'opening' })
    this.#releaseOpening = await this.#options.openings()
    try {
      await this.#connect()
    } catch (error) {
      await lifecycle.take({ type: 'openFailed' })
      throw error
    } finally {
      if (!this.#current.live) this.#releaseOpening()
    }
  }

  #isTaken(): boolean {
    return this.#current.live !== undefined || this.#parts.lifecycle.now().phase === 'ended'
  }

  async #connect(): Promise<void> {
    if (this.#isTaken()) return
    const { lifecycle, failures, inbound, gap, stanzas, addressBook } = this.#parts
    const { items, log, whatsappUrl, whatsappVersion, uploads, timeouts } = this.#options
    await inbound.recover()
    const auth = await openAuthState({ items, log, onFailure: error => failures.failed(error) })
    if (this.#isTaken()) return
    this.#current.auth = auth
    gap.opening()
    void lifecycle.take({ type: 'dialled' })
    const { qrMs, probeMs } = timeouts
    const { sent, groups, acks } = this.#parts
    const caches = this.#caches
    const live = new LiveSocket({
      ...{ auth, whatsappUrl, whatsappVersion, uploads, qrMs },
      ...{ caches, sent, groups, acks, failures, log },
    })
    this.#current.live = live
    live.after(MAX_OPENING_MS, this.#releaseOpening)
    addressBook.follow(live)
    const watcher = new SocketWatcher(live, { ...this.#parts, auth, probeMs, owner: this })
    watcher.listen()
    stanzas.follow(live, watcher)
  }

  /** Lets others open theirs: the socket is open, or shows a QR code. */
  releaseOpening(): void {
    this.#options.reachability.reached()
    this.#releaseOpening()
  }

  /** Handles that messages can be sent. */
  opened(live: LiveSocket): void {
    this.#options.onOpened()
    if (this.#current.auth) this.#parts.addressBook.opened(live, this.#current.auth)
    this.#options.log.info({ connectionId: this.#options.connectionId }, 'connected')
  }

  /**
   * Handles a closed socket when the steps before it are over.
   * @param why reason for the log, if Baileys did not report the closing
   */
  closed(live: LiveSocket, cause: Closing, why = 'socket closed'): void {
    const { lifecycle, failures } = this.#parts
    const { connectionId, log, whatsappVersion } = this.#options
    const close = async () => {
      if (this.#current.live !== live) return
      log.info({ connectionId, ...cause, failures: lifecycle.now().failures }, why)
      if (OUTDATED.has(cause.code)) log.error({ whatsappVersion }, 'WhatsApp no longer accepts WHATSAPP_VERSION')
      const paired = this.#current.auth?.paired() ?? false
      await lifecycle.take({ type: 'closed', cause, paired, lastFrame: live.lastFrame() })
    }
    lifecycle.exclusive(() => failures.within(close)).catch(error => failures.undone(error))
  }

  /** Replaces a socket that works by a new one, to which WhatsApp delivers what was left to it. */
  reopen(live: LiveSocket): void {
    const { lifecycle, failures } = this.#parts
    const again = async () => {
      if (this.#current.live === live) await lifecycle.take({ type: 'reopen' })
    }
    lifecycle.exclusive(() => failures.within(again)).catch(error => failures.undone(error))
  }

  /** Ends the socket without further events. Resolves when nothing more of it will be written. */
  async drop(): Promise<void> {
    const { live } = this.#current
    this.#current.live = undefined
    this.#parts.acks.loseAll()
    this.#parts.groups.forgetAll()
    this.#parts.stanzas.ended()
    if (!live) return
    this.#releaseOpening()
    live.end()
    await this.#current.auth?.end().catch(() => undefined)
  }

  /**
   * Unlinks from the phone and forgets the credentials.
   * @param notifyPhone whether the phone can be told that we leave
   */
  async unlink(notifyPhone: boolean): Promise<void> {
    const { live, auth } = this.#current
    const jid = auth?.creds.me?.id
    if (notifyPhone && live && jid) await leaveHandset(live.socket, jid)
    await this.drop()
    await this.wipe()
  }

  /** Forgets the credentials. */
  async wipe(): Promise<void> {
    await this.#parts.meta.forget(() => this.#options.items.removeAll())
    this.#current.auth = undefined
    for (const cache of Object.values(this.#caches)) void cache.flushAll()
  }
}
