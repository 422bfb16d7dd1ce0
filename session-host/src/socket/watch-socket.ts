import type { Boom } from '@hapi/boom'
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import type { CatchRejections } from '../session/catch-rejections.ts'
import type { Gap } from '../session/gap.ts'
import type { Groups } from '../session/groups.ts'
import { isStuck, type LifecycleEvent } from '../session/lifecycle.ts'
import type { RunningLifecycle } from '../session/run-lifecycle.ts'
import { ping } from './ask-whatsapp.ts'
import type { LiveSocket } from './live-socket.ts'
import { isDead } from './probe.ts'

/** Milliseconds after which the replay counts as over, since WhatsApp may never say so. */
const REPLAY_MS = 20_000
/**
 * Milliseconds after which a socket that is neither open nor shows a QR code is dead, whatever
 * became of its errors.
 */
const OPENING_MS = 45_000
/** Baileys' code of a lost connection. */
const LOST = 408

type Batch = Partial<BaileysEventMap>

export type SocketWatchOptions = {
  lifecycle: RunningLifecycle
  isCurrent: () => boolean
  catchRejections: CatchRejections
  /** Silence in milliseconds after which it is probed; the answer has half as long. */
  probeMs: number
  groups: Pick<Groups, 'changed'>
  gap: Gap
  credsChanged: () => void
  /** Takes the phone's saved contacts. */
  addressBook: (batch: Batch) => void
  /** Takes events that become events for the workers. */
  inbound: (batch: Batch) => void
  /** Called when the socket is open, or shows a QR code: others may open theirs. */
  releaseOpening: () => void
  onOpened: () => void
  /**
   * Called when the socket has closed.
   * @param why reason for the log, if Baileys did not report the closing
   */
  onClosed: (reason: number | undefined, why?: string) => void
  failed: (error: unknown) => void
  undone: (error: unknown) => void
}

export type SocketWatch = {
  /** Called when WhatsApp has delivered all kept messages. */
  replayed: () => void
}

/** Listens to a socket's events, and notices when no more come. */
export function watchSocket(mine: LiveSocket, to: SocketWatchOptions): SocketWatch {
  const { lifecycle, gap, catchRejections, isCurrent, probeMs } = to
  const isOpen = () => isCurrent() && lifecycle.now().phase === 'open'
  const take = (event: LifecycleEvent) => lifecycle.take(event).catch(to.undone)

  function settleGap(): void {
    if (isOpen()) gap.settle().catch(to.failed)
  }

  function replayed(): void {
    gap.replayed()
    settleGap()
  }

  function connectionUpdate(update: BaileysEventMap['connection.update']): void {
    if (update.qr || update.connection === 'open') to.releaseOpening()
    if (update.qr) take({ type: 'qr', qrcode: update.qr })
    if (update.isNewLogin) take({ type: 'scanned' })
    if (update.connection === 'open') {
      take({ type: 'opened' })
      to.onOpened()
      settleGap()
      mine.after(REPLAY_MS, replayed)
    }
    if (update.connection === 'close') {
      mine.closing()
      to.onClosed((update.lastDisconnect?.error as Boom | undefined)?.output?.statusCode)
    }
  }

  function handleBatch(batch: Batch): void {
    if (!isCurrent()) return
    if (batch['creds.update']) to.credsChanged()
    for (const { id } of batch['groups.update'] ?? []) if (id) to.groups.changed(id)
    if (batch['group-participants.update']) to.groups.changed(batch['group-participants.update'].id)
    // A message that cannot be handled must not hide that the socket has closed.
    catchRejections(to.inbound)(batch)
    catchRejections(to.addressBook)(batch)
    if (batch['connection.update']) connectionUpdate(batch['connection.update'])
  }

  /** Finds sockets whose other end disappeared without closing. */
  async function probe(): Promise<void> {
    if (!isOpen()) return
    const dead = await isDead(mine.lastFrame, probeMs, () => ping(mine.socket, probeMs / 2))
    if (dead && isCurrent()) to.onClosed(LOST, 'the socket is dead')
  }

  mine.socket.ev.process(catchRejections(handleBatch))
  mine.every(probeMs, probe)
  mine.after(OPENING_MS, () => {
    if (isCurrent() && isStuck(lifecycle.now())) to.onClosed(LOST, 'the socket is stuck')
  })
  return { replayed }
}
