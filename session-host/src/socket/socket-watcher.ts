import type { BaileysEventMap } from '@whiskeysockets/baileys'
import type { InboundEvents } from '../inbound/inbound-events.ts'
import type { AuthState } from '../keys/auth-state.ts'
import { closingOf, LOST } from '../mapping/closing.ts'
import type { AddressBook } from '../session/address-book.ts'
import type { Failures } from '../session/failures.ts'
import type { Gap } from '../session/gap.ts'
import type { Groups } from '../session/groups.ts'
import { isStuck, type LifecycleEvent } from '../session/lifecycle.ts'
import type { LifecycleRunner } from '../session/lifecycle-runner.ts'
import { ping } from './ask-whatsapp.ts'
import type { CurrentSocket } from './current-socket.ts'
import type { LiveSocket } from './live-socket.ts'
import { isDead } from './probe.ts'
import type { SocketOwner } from './socket-owner.ts'

/** Milliseconds after which the replay counts as over, since WhatsApp may never say so. */
const REPLAY_MS = 20_000
/**
 * Milliseconds after which a socket that is neither open nor shows a QR code is dead, whatever
 * became of its errors.
 */
const OPENING_MS = 45_000
/**
 * Milliseconds that WhatsApp has to take the last acknowledgements before the socket is replaced.
 */
const LAST_ACKS_MS = 30_000

type Batch = Partial<BaileysEventMap>

export type SocketWatcherParts = {
  lifecycle: LifecycleRunner
  current: Pick<CurrentSocket, 'live'>
  failures: Pick<Failures, 'failed' | 'undone' | 'catchRejections'>
  /** Silence in milliseconds after which it is probed; the answer has half as long. */
  probeMs: number
  groups: Pick<Groups, 'changed'>
  gap: Pick<Gap, 'replayed' | 'settle'>
  auth: Pick<AuthState, 'credsChanged'>
  /** Takes the phone's saved contacts. */
  addressBook: Pick<AddressBook, 'take'>
  /** Takes events that become events for the workers. */
  inbound: Pick<InboundEvents, 'take'>
  owner: Pick<SocketOwner, 'releaseOpening' | 'opened' | 'closed' | 'reopen'>
}

/** Listens to a socket's events, and notices when no more come. */
export class SocketWatcher {
  readonly #live: LiveSocket
  readonly #parts: SocketWatcherParts
  #leaves = false

  constructor(live: LiveSocket, parts: SocketWatcherParts) {
    this.#live = live
    this.#parts = parts
  }

  listen(): void {
    const { failures, lifecycle, owner, probeMs } = this.#parts
    this.#live.socket.ev.process(failures.catchRejections((batch: Batch) => this.#take(batch)))
    this.#live.every(probeMs, () => this.#probe())
    this.#live.after(OPENING_MS, () => {
      if (this.isCurrent() && isStuck(lifecycle.now())) owner.closed(this.#live, { code: LOST }, 'the socket is stuck')
    })
  }

  /** Returns whether it is still the connection's socket. */
  isCurrent(): boolean {
    return this.#parts.current.live === this.#live
  }

  /** Records that WhatsApp has delivered all kept messages. */
  replayed(): void {
    if (this.#leaves) return
    this.#parts.gap.replayed()
    this.#settleGap()
  }

  /** Records that stanzas are left to WhatsApp: this socket does not see the end of its replay. */
  leaving(): void {
    this.#leaves = true
  }

  /** Opens the connection again once WhatsApp has our acknowledgements: a ping follows them. */
  async reopen(): Promise<void> {
    await ping(this.#live.socket, LAST_ACKS_MS)
    this.#parts.owner.reopen(this.#live)
  }

  #isOpen(): boolean {
    return this.isCurrent() && this.#parts.lifecycle.now().phase === 'open'
  }

  #settleGap(): void {
    const { gap, failures } = this.#parts
    if (this.#isOpen()) gap.settle().catch(error => failures.failed(error))
  }

  /** Takes one block of Baileys' events. */
  #take(batch: Batch): void {
    if (!this.isCurrent()) return
    const { auth, groups, failures, inbound, addressBook } = this.#parts
    if (batch['creds.update']) auth.credsChanged()
    for (const { id } of batch['groups.update'] ?? []) if (id) groups.changed(id)
    if (batch['group-participants.update']) groups.changed(batch['group-participants.update'].id)
    // A message that cannot be handled must not hide that the socket has closed.
    failures.catchRejections(() => inbound.take(batch))()
    failures.catchRejections(() => addressBook.take(batch))()
    if (batch['connection.update']) this.#connectionUpdate(batch['connection.update'])
  }

  #connectionUpdate(update: BaileysEventMap['connection.update']): void {
    const { owner } = this.#parts
    if (update.qr || update.connection === 'open') owner.releaseOpening()
    if (update.qr) this.#report({ type: 'qr', qrcode: update.qr })
    if (update.isNewLogin) this.#report({ type: 'scanned' })
    if (update.connection === 'open') {
      this.#report({ type: 'opened' })
      owner.opened(this.#live)
      this.#settleGap()
      this.#live.after(REPLAY_MS, () => this.replayed())
    }
    if (update.connection === 'close') {
      this.#live.closing()
      owner.closed(this.#live, closingOf(update.lastDisconnect?.error))
    }
  }

  #report(event: LifecycleEvent): void {
    const { lifecycle, failures } = this.#parts
    lifecycle.take(event).catch(error => failures.undone(error))
  }

  /** Finds sockets whose other end disappeared without closing. */
  async #probe(): Promise<void> {
    if (!this.#isOpen()) return
    const { probeMs, owner } = this.#parts
    const live = this.#live
    const dead = await isDead(
      () => live.lastFrame(),
      probeMs,
      () => ping(live.socket, probeMs / 2),
    )
    if (dead && this.isCurrent()) owner.closed(live, { code: LOST }, 'the socket is dead')
  }
}
