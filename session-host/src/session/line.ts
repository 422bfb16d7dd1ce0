import { type AuthState, openAuthState } from '../auth-state.ts'
import type { Inbound } from '../inbound.ts'
import type { SentLog } from '../sent-log.ts'
import type { AddressBook } from './address-book.ts'
import { leaveHandset } from './ask-whatsapp.ts'
import type { Gap } from './gap.ts'
import type { Groups } from './groups.ts'
import type { Guard } from './guard.ts'
import { hearSocket } from './hear-socket.ts'
import { createSocketCaches, type LiveSocket, openLiveSocket } from './live-socket.ts'
import type { MetaStore } from './meta.ts'
import type { RunningLife } from './run-life.ts'
import type { ServerAcks } from './server-acks.ts'
import type { Stanzas } from './stanzas.ts'
import type { SessionOptions } from './types.ts'

/** Maximum milliseconds of a turn, which otherwise ends with the opened socket or the QR code. */
const TURN_MS = 15_000

export type Line = {
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
  unlink: (say: boolean) => Promise<void>
  wipe: () => Promise<void>
}

export type LineOptions = SessionOptions & {
  life: RunningLife
  meta: Pick<MetaStore, 'forget'>
  sent: SentLog
  groups: Groups
  acks: ServerAcks
  stanzas: Stanzas
  inbound: Inbound
  gap: Gap
  addressBook: AddressBook
  guard: Guard
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
export function createLine(options: LineOptions): Line {
  const { connectionId, items, log, life, acks, groups, guard, gap, inbound, sent, thrown, failed, undone } = options
  const caches = createSocketCaches()
  let live: LiveSocket | undefined
  let auth: AuthState | undefined
  let leaveTurn = () => {}

  const isTaken = () => live !== undefined || life.now().phase === 'ended'

  async function dial(): Promise<void> {
    if (isTaken()) return
    await inbound.recover()
    const state = await openAuthState({ items, log, onFailure: failed })
    if (isTaken()) return
    auth = state
    gap.opening()
    void life.take({ type: 'dialled' })
    const { whatsappUrl, uploads } = options
    const { probeMs, qrMs } = options.patience
    const answered = acks.answer
    const parts = { state, whatsappUrl, uploads, qrMs, caches, sent, groups, log, guard, thrown, answered }
    const mine = openLiveSocket(parts)
    live = mine
    mine.after(TURN_MS, leaveTurn)
    const isCurrent = () => live === mine
    const book = options.addressBook.follow(mine, state)
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
      log.info({ connectionId, reason, failures: life.now().failures }, why)
      await life.take({ type: 'closed', reason, paired: auth?.paired() ?? false, lastFrame: mine.lastFrame() })
    }
    options.exclusive(close).catch(undone)
  }

  async function drop(): Promise<void> {
    const mine = live
    live = undefined
    acks.loseAll()
    groups.forgetAll()
    if (!mine) return
    leaveTurn()
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
      await life.take({ type: 'opening' })
      leaveTurn = await options.enter()
      try {
        await dial()
      } catch (error) {
        await life.take({ type: 'openFailed' })
        throw error
      } finally {
        if (!live) leaveTurn()
      }
    },
    drop,
    async unlink(say) {
      const jid = auth?.creds.me?.id
      if (say && live && jid) await leaveHandset(live.socket, jid)
      await drop()
      await wipe()
    },
    wipe,
  }
}
