import type { AuthState } from '../keys/auth-state.ts'
import { stanzaWork } from './stanza-work.ts'

/** Part of `ws` that the gate intercepts. */
export type RawSocket = {
  send: (data: Uint8Array | string, done?: (error?: Error) => void) => void
  readyState: number
  terminate: () => void
}

type Frame = { data: Uint8Array | string; after: Promise<void> | undefined; version: number }

/**
 * Milliseconds between two flushes of Baileys' event buffer while a frame waits for an event in it.
 */
const POKE_MS = 15
/** `readyState` of an open WebSocket. */
export const OPEN = 1

/**
 * Lets a frame leave only when everything it depends on is safe:
 * - a receipt or acknowledgement, when the event of its stanza is on the inbound queue (or in the
 *   journal);
 * - every frame, when the key changes made before it are in the table.
 *
 * Baileys does neither: it acknowledges before it emits, and sends before it stores. WhatsApp
 * therefore redelivers everything that was not safe after a `kill -9`, and no ratchet key is used
 * twice. The frames are encrypted with a running counter, so they leave strictly in order. Baileys
 * gets its answer at once, since it holds locks while it waits; a frame that never leaves becomes a
 * redelivery (received) or a missing acknowledgement (sent), and both ends retry those.
 */
export function installWriteGate(
  raw: RawSocket,
  auth: Pick<AuthState, 'version' | 'stored'>,
  flushEvents: () => void,
  onFailure: (error: unknown) => void,
): { close: () => void } {
  const write = raw.send.bind(raw)
  const frames: Frame[] = []
  let closed = false
  let pumping = false

  raw.send = (data, done) => {
    const safeToSend = stanzaWork.getStore()?.safeToSend
    frames.push({
      data,
      after: safeToSend && !safeToSend.done() ? safeToSend.released : undefined,
      version: auth.version(),
    })
    if (done) process.nextTick(done)
    pump().catch(onFailure)
  }

  async function pump(): Promise<void> {
    if (pumping) return
    pumping = true
    try {
      for (let frame = frames[0]; frame && !closed; frame = frames[0]) {
        await poking(safe(frame))
        if (closed) return
        frames.shift()
        if (raw.readyState === OPEN) write(frame.data, () => {})
      }
    } finally {
      pumping = false
    }
  }

  async function safe(frame: Frame): Promise<void> {
    await frame.after
    await auth.stored(frame.version)
  }

  /**
   * Flushes Baileys' buffer until the work is done: it may hold the event until after a history
   * sync, whose queries wait behind this frame. Data that must be stored first may wait for such an
   * event too.
   */
  async function poking(work: Promise<void>): Promise<void> {
    const timer = setInterval(() => {
      if (closed) return
      try {
        flushEvents()
      } catch (error) {
        onFailure(error)
      }
    }, POKE_MS)
    try {
      await work
    } finally {
      clearInterval(timer)
    }
  }

  return {
    close() {
      closed = true
      frames.length = 0
    },
  }
}
