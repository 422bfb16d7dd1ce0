import type { ConnectionState } from '@balcao/shared/events/queues.ts'
import { backoffMs, disconnectPolicy } from '../mapping/disconnect-policy.ts'
import type { Meta } from './meta.ts'

/** New beginnings because of errors nobody caught: so many in that time. */
const THROWN_MOST = 3
const THROWN_MS = 10 * 60 * 1000

/**
 * - `unknown`: not read yet what the connection was doing when a host last served it
 * - `idle`: no socket, and none before a person asks for it
 * - `waiting`: no socket; a timer opens one
 * - `opening`: waits for its turn, its recovery and its credentials
 * - `connecting`: a socket that cannot send yet; it may show a QR code
 * - `open`: messages can be sent
 * - `ended`: this host serves it no more
 */
export type Phase = 'unknown' | 'idle' | 'waiting' | 'opening' | 'connecting' | 'open' | 'ended'

export type Life = {
  phase: Phase
  /** As it was told last. */
  status: ConnectionState
  /** All of what was told last: the same is not told again. */
  said: string
  /** Closures and failures in a row without an open connection between. */
  failures: number
  /** Sockets in a row whose QR codes nobody scanned. */
  qrRounds: number
  /** The socket has shown a QR code. */
  sawQr: boolean
  /** A new beginning waits for the steps before it. */
  failing: boolean
  /** When errors that nobody caught began it again (epoch ms). */
  thrownAt: number[]
}

export const NEW_LIFE: Life = {
  phase: 'unknown',
  status: 'DISCONNECTED',
  said: '',
  failures: 0,
  qrRounds: 0,
  sawQr: false,
  failing: false,
  thrownAt: [],
}

export type SessionAction = 'start' | 'newQr' | 'logout' | 'forget'

export type LifeEvent =
  /** The timer of the next attempt has run out; the first attempt is due at once. */
  | { type: 'due' }
  /** What was stored of it has been read. */
  | { type: 'recalled'; wanted: boolean }
  | { type: 'opening' }
  /** Its turn has come and its credentials are there: the socket is made now. */
  | { type: 'dialled' }
  | { type: 'openFailed' }
  | { type: 'qr'; qrcode: string }
  /** A phone has scanned the code; WhatsApp restarts the socket next. */
  | { type: 'scanned' }
  | { type: 'opened' }
  /** @param reason Baileys' status code @param lastFrame when something last came (epoch ms) */
  | { type: 'closed'; reason: number | undefined; paired: boolean; lastFrame: number }
  /** Something of the open socket could not be stored: what is in memory may not be in the table. */
  | { type: 'failed'; error: string }
  /** Effects of an event were not carried out. */
  | { type: 'undone'; error: string }
  /** An error nobody caught: what it left half done is unknown. */
  | { type: 'thrown'; at: number; error: string }
  /** The socket of a life that begins again is gone. */
  | { type: 'cleared' }
  | { type: 'asked'; action: SessionAction }
  /** The lease is another host's. */
  | { type: 'fenced' }
  | { type: 'ended' }

/** What is to be done, in this order. */
export type Effect =
  | { do: 'recall' }
  | { do: 'open' }
  | { do: 'openLater'; ms: number }
  | { do: 'drop' }
  /** Behind the steps under way: drop the socket, then `cleared`. */
  | { do: 'beginAgain'; error: string }
  /** Drop it and forget its credentials. @param say whether the handset can be told that we leave */
  | { do: 'unlink'; say: boolean }
  | { do: 'wipe' }
  | { do: 'keep'; change: Partial<Meta> }
  | { do: 'tell'; status: ConnectionState; qrcode: string; retries: number }
  /** What was thrown is logged, and the connection goes on as it is. */
  | { do: 'passOver'; error: string }
  /** Drop it and let the shard go. */
  | { do: 'surrender' }
  | { do: 'end' }

type Next = [Life, Effect[]]

/** Whether it is open, or will be without anybody's doing. */
export const willOpen = ({ phase, status }: Life): boolean =>
  phase === 'open' ||
  phase === 'unknown' ||
  ((status === 'OPENING' || status === 'PAIRING') && phase !== 'idle' && phase !== 'ended')

/** Whether a socket that has been there for long will never open. */
export const isStuck = ({ phase, sawQr }: Life): boolean => phase === 'connecting' && !sawQr

/**
 * The life of one connection on this host: what an event makes of it, and what is to be done. Nothing is done here.
 * @param random 0 to 1, spreads the waits
 */
export function transition(life: Life, event: LifeEvent, random = Math.random()): Next {
  if (life.phase === 'ended') return [life, []]
  switch (event.type) {
    case 'due':
      if (life.phase === 'unknown') return [life, [{ do: 'recall' }]]
      return [life, life.phase === 'waiting' ? [{ do: 'open' }] : []]
    case 'recalled':
      if (life.phase !== 'unknown') return [life, []]
      return [{ ...life, phase: 'idle' }, event.wanted ? [{ do: 'open' }] : []]
    case 'opening':
      return [{ ...life, phase: 'opening' }, []]
    case 'dialled':
      return tell({ ...life, phase: 'connecting', sawQr: false }, life.status === 'PAIRING' ? 'PAIRING' : 'OPENING')
    case 'openFailed':
      return openLater({ ...life, failures: life.failures + 1 }, random)
    case 'qr':
      return hasSocket(life) ? tell({ ...life, sawQr: true }, 'qrcode', event.qrcode) : [life, []]
    case 'scanned':
      return hasSocket(life) ? tell({ ...life, qrRounds: 0 }, 'PAIRING') : [life, []]
    case 'opened':
      return hasSocket(life) ? opened(life) : [life, []]
    case 'closed':
      return closed(life, event, random)
    case 'failed':
      // What is over is not begun again by what it left behind.
      if (life.phase === 'idle' || life.phase === 'unknown') return [life, []]
      return beginAgain(life, event.error)
    case 'undone':
      return beginAgain(life.phase === 'idle' ? { ...life, phase: 'waiting' } : life, event.error)
    case 'thrown':
      return thrown(life, event, random)
    case 'cleared': {
      const cleared = { ...life, failing: false }
      return life.phase === 'idle' ? [cleared, []] : openLater(cleared, random)
    }
    case 'asked':
      return asked({ ...life, failures: 0, qrRounds: 0, said: '' }, event.action)
    case 'fenced':
      return [{ ...life, phase: 'ended' }, [{ do: 'surrender' }]]
    case 'ended':
      return [{ ...life, phase: 'ended' }, []]
  }
}

const hasSocket = ({ phase }: Life): boolean => phase === 'connecting' || phase === 'open'

function tell(life: Life, status: ConnectionState, qrcode = ''): Next {
  const retries = life.failures + life.qrRounds
  const said = `${status}|${qrcode}|${retries}`
  const now = { ...life, status, said }
  return [now, said === life.said ? [] : [{ do: 'tell', status, qrcode, retries }]]
}

/** What is unknown stays so: the next attempt reads it. */
function openLater(life: Life, random: number): Next {
  const ms = life.failures ? backoffMs(life.failures - 1, random) : 0
  return [{ ...life, phase: life.phase === 'unknown' ? 'unknown' : 'waiting' }, [{ do: 'openLater', ms }]]
}

function beginAgain(life: Life, error: string): Next {
  if (life.failing) return [life, []]
  return [{ ...life, failing: true, failures: life.failures + 1 }, [{ do: 'beginAgain', error }]]
}

function opened(life: Life): Next {
  const [open, told] = tell({ ...life, phase: 'open', failures: 0, qrRounds: 0 }, 'CONNECTED')
  return [open, [...told, { do: 'keep', change: { wanted: true } }]]
}

/** What the reason of a closed socket asks for. */
function closed(life: Life, event: Extract<LifeEvent, { type: 'closed' }>, random: number): Next {
  const { reason, paired, lastFrame } = event
  const unscanned = life.sawQr && !paired
  const qrRounds = life.qrRounds + (unscanned ? 1 : 0)
  const down: Partial<Meta> = life.phase === 'open' ? { downSince: lastFrame } : {}
  const policy = disconnectPolicy(reason, { paired, qrRounds, failures: life.failures })
  if (policy.next === 'stop') {
    const [idle, told] = tell({ ...life, qrRounds, phase: 'idle' }, policy.status)
    const change = { wanted: false, ...(policy.wipe ? {} : down) }
    return [idle, [{ do: 'drop' }, ...(policy.wipe ? [{ do: 'wipe' } as const] : []), { do: 'keep', change }, ...told]]
  }
  const before: Effect[] = [{ do: 'drop' }, ...('downSince' in down ? [{ do: 'keep', change: down } as const] : [])]
  const restarts = policy.next === 'restart'
  const failures = life.failures + (restarts || unscanned ? 0 : 1)
  const counted = { ...life, qrRounds, failures }
  const [told, telling] = restarts ? [counted, []] : tell(counted, 'OPENING')
  const [waiting, later] = openLater(told, random)
  return [waiting, [...before, ...telling, ...later]]
}

/**
 * Begins again from the table. What comes again with the same stanza after that is not mended by beginning again, and the
 * connection goes on as it is.
 */
function thrown(life: Life, { at, error }: Extract<LifeEvent, { type: 'thrown' }>, random: number): Next {
  // It may have been the timer that was to open it.
  if (life.phase === 'waiting') return openLater(life, random)
  if (!hasSocket(life)) return [life, []]
  const thrownAt = [...life.thrownAt.filter(before => at - before < THROWN_MS), at]
  if (thrownAt.length > THROWN_MOST) return [{ ...life, thrownAt }, [{ do: 'passOver', error }]]
  return beginAgain({ ...life, thrownAt }, error)
}

function asked(life: Life, action: SessionAction): Next {
  const unlink: Effect = { do: 'unlink', say: life.phase === 'open' }
  switch (action) {
    case 'start': {
      const keep: Effect = { do: 'keep', change: { wanted: true } }
      if (life.phase === 'open') {
        const [told, telling] = tell(life, 'CONNECTED')
        return [told, [keep, ...telling]]
      }
      // A code that nobody scanned for long: a new one, with all its time before it.
      if (life.phase === 'connecting' && life.sawQr && life.status === 'qrcode') {
        return [{ ...life, phase: 'idle' }, [{ do: 'drop' }, keep, { do: 'open' }]]
      }
      return [life, [keep, { do: 'open' }]]
    }
    case 'newQr':
      return [{ ...life, phase: 'idle' }, [unlink, { do: 'keep', change: { wanted: true } }, { do: 'open' }]]
    case 'logout': {
      const [idle, told] = tell({ ...life, phase: 'idle' }, 'DISCONNECTED')
      return [idle, [unlink, { do: 'keep', change: { wanted: false } }, ...told]]
    }
    case 'forget':
      return [{ ...life, phase: 'idle' }, [unlink, { do: 'end' }]]
  }
}
