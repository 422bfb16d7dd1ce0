import type { Inbound } from '../inbound/create-inbound.ts'
import { type AuthState, openAuthState } from '../keys/auth-state.ts'
import type { AddressBook } from '../session/address-book.ts'
import type { CatchRejections } from '../session/catch-rejections.ts'
import type { Gap } from '../session/gap.ts'
import type { Groups } from '../session/groups.ts'
import type { MetaStore } from '../session/meta.ts'
import type { RunningLifecycle } from '../session/run-lifecycle.ts'
import type { ServerAcks } from '../session/server-acks.ts'
import type { SessionOptions } from '../session/types.ts'
import type { SentLog } from '../table/sent-log.ts'
import { leaveHandset } from './ask-whatsapp.ts'
import { createSocketCaches, type LiveSocket, openLiveSocket } from './live-socket.ts'
import type { Stanzas } from './stanzas.ts'
import { watchSocket } from './watch-socket.ts'

/** Maximum milliseconds of a turn, which otherwise ends with the opened socket or the QR code. */
const MAX_OPENING_MS = 15_000

export type SocketOwner = {
  /** Returns the current socket, whether it is open or not. */
  live: () => LiveSocket | undefined
  /** Returns the credentials of the current socket; after its end the last ones, for reading. */
  auth: () => AuthState | undefined
  /**
   * Waits for a turn and opens the socket.
   * @throws when it could not be made; its life has the event then
   */
  open: () => Promise<void>
  /** Ends the socket without further events. Resolves when nothing more of it will be written. */
  drop: () => Promise<void>
  /** Unlinks from the phone, telling it if possible, and forgets the credentials. */
  unlink: (notifyPhone: boolean) => Promise<void>
  wipe: () => Promise<void>
}

export type SocketOwnerOptions = SessionOptions & {
  life: RunningLifecycle
  meta: Pick<MetaStore, 'forget'>
  sent: SentLog
  groups: Groups
  acks: ServerAcks
  stanzas: Stanzas
  inbound: Inbound
  gap: Gap
  addressBook: AddressBook
  guard: CatchRejections
  failed: (error: unknown) => void
  undone: (error: unknown) => void
  thrown: (error: unknown) => void
  /** Runs a closed socket's step when the steps before it are over. */
  exclusive: (step: () => Promise<void>) => Promise<void>
}

/**
 * Creates the socket of a connection with its credentials: opens it, passes its events on, and ends
 * it.
 */
export function createSocketOwner(options: SocketOwnerOptions): SocketOwner {
  const {
    connectionId,
    items,
    log,
    life: lifecycle,
    acks,
    groups,
    guard: catchRejections,
    gap,
    inbound,
    sent,
    thrown,
    failed,
    undone,
  } = options
  const caches = createSocketCaches()
  let live: LiveSocket | undefined
  let auth: AuthState | undefined
  let releaseOpening = () => {}

  const isTaken = () => live !== undefined || lifecycle.now().phase === 'ended'

  async function connect(): Promise<void> {
    if (isTaken()) return
    await inbound.recover()
    const state = await openAuthState({ items, log, onFailure: failed })
    if (isTaken()) return
    auth = state
    gap.opening()
    void lifecycle.take({ type: 'dialled' })
    const { whatsappUrl, uploads } = options
    const { probeMs, qrMs } = options.patience
    const answered = acks.answer
    const parts = {
      state,
      whatsappUrl,
      uploads,
      qrMs,
      caches,
      sent,
      groups,
      log,
      guard: catchRejections,
      thrown,
      answered,
    }
    const mine = openLiveSocket(parts)
    live = mine
    mine.after(MAX_OPENING_MS, releaseOpening)
    const isCurrent = () => live === mine
    const book = options.addressBook.follow(mine, state)
    const { replayed } = watchSocket(mine, {
      lifecycle,
      isCurrent,
      catchRejections,
      probeMs,
      groups,
      gap,
      releaseOpening,
      failed,
      undone,
      credsChanged: state.credsChanged,
      inbound: inbound.take,
      addressBook: options.addressBook.take,
      onOpened() {
        options.onOpened()
        book.opened()
        log.info({ connectionId }, 'connected')
      },
      onClosed: (reason, why) => closed(mine, reason, why),
    })
    options.stanzas.follow({ ws: mine.socket.ws, isCurrent, isSound: mine.isSound, replayOver: replayed })
  }

  function closed(mine: LiveSocket, reason: number | undefined, why = 'socket closed'): void {
    const close = async () => {
      if (live !== mine) return
      log.info({ connectionId, reason, failures: lifecycle.now().failures }, why)
      await lifecycle.take({ type: 'closed', reason, paired: auth?.paired() ?? false, lastFrame: mine.lastFrame() })
    }
    options.exclusive(close).catch(undone)
  }

  async function drop(): Promise<void> {
    const mine = live
    live = undefined
    acks.loseAll()
    groups.forgetAll()
    if (!mine) return
    releaseOpening()
    mine.end()
    await auth?.end().catch(() => undefined)
  }

  async function wipe(): Promise<void> {
    await options.meta.forget(items.removeAll)
    auth = undefined
    for (const cache of Object.values(caches)) void cache.flushAll()
  }

  return {
    live: () => live,
    auth: () => auth,
    async open() {
      if (isTaken()) return
      await lifecycle.take({ type: 'opening' })
      releaseOpening = await options.openings()
      try {
        await connect()
      } catch (error) {
        await lifecycle.take({ type: 'openFailed' })
        throw error
      } finally {
        if (!live) releaseOpening()
      }
    },
    drop,
    async unlink(notifyPhone) {
      const jid = auth?.creds.me?.id
      if (notifyPhone && live && jid) await leaveHandset(live.socket, jid)
      await drop()
      await wipe()
    },
    wipe,
  }
}
