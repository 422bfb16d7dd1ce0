import type { Boom } from '@hapi/boom'
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { ping } from './ask-whatsapp.ts'
import type { Gap } from './gap.ts'
import type { Groups } from './groups.ts'
import type { Guard } from './guard.ts'
import { isStuck, type LifeEvent } from './life.ts'
import type { LiveSocket } from './live-socket.ts'
import { isDead } from './probe.ts'
import type { RunningLife } from './run-life.ts'

/** WhatsApp may never say that the replay is over. */
const REPLAY_MS = 20_000
/** A socket that is neither open nor shows a QR code by then is dead, whatever became of its errors. */
const OPENING_MS = 45_000
/** Baileys' code of a connection that was lost. */
const LOST = 408

type Batch = Partial<BaileysEventMap>

export type Hearing = {
  life: RunningLife
  isCurrent: () => boolean
  guard: Guard
  /** Silence after which it is probed; the answer has half as long. */
  probeMs: number
  groups: Pick<Groups, 'changed'>
  gap: Gap
  credsChanged: () => void
  /** Takes whom the phone has saved. */
  addressBook: (batch: Batch) => void
  /** Takes what becomes events for the workers. */
  inbound: (batch: Batch) => void
  /** The socket is open, or shows a QR code: others may open theirs. */
  leaveTurn: () => void
  onOpened: () => void
  /** @param why said in the log: what was seen, if not that Baileys said so */
  onClosed: (reason: number | undefined, why?: string) => void
  failed: (error: unknown) => void
  undone: (error: unknown) => void
}

export type Heard = {
  /** WhatsApp has delivered all it had kept. */
  replayed: () => void
}

/** Hears what a socket has to say of itself, and notices when it says nothing more. */
export function hearSocket(mine: LiveSocket, to: Hearing): Heard {
  const { life, gap, guard, isCurrent, probeMs } = to
  const isOpen = () => isCurrent() && life.now().phase === 'open'
  const take = (event: LifeEvent) => life.take(event).catch(to.undone)

  function settleGap(): void {
    if (isOpen()) gap.settle().catch(to.failed)
  }

  function replayed(): void {
    gap.replayed()
    settleGap()
  }

  function connectionUpdate(update: BaileysEventMap['connection.update']): void {
    if (update.qr || update.connection === 'open') to.leaveTurn()
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

  function hear(batch: Batch): void {
    if (!isCurrent()) return
    if (batch['creds.update']) to.credsChanged()
    for (const { id } of batch['groups.update'] ?? []) if (id) to.groups.changed(id)
    if (batch['group-participants.update']) to.groups.changed(batch['group-participants.update'].id)
    // A message that cannot be taken must not hide that the socket has closed.
    guard(to.inbound)(batch)
    guard(to.addressBook)(batch)
    if (batch['connection.update']) connectionUpdate(batch['connection.update'])
  }

  /** Finds sockets whose other end is gone without a word. */
  async function probe(): Promise<void> {
    if (!isOpen()) return
    const dead = await isDead(mine.lastFrame, probeMs, () => ping(mine.socket, probeMs / 2))
    if (dead && isCurrent()) to.onClosed(LOST, 'the socket is dead')
  }

  mine.socket.ev.process(guard(hear))
  mine.every(probeMs, probe)
  mine.after(OPENING_MS, () => {
    if (isCurrent() && isStuck(life.now())) to.onClosed(LOST, 'the socket is stuck')
  })
  return { replayed }
}
