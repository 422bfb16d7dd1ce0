import type { ConnectionState } from '@balcao/shared/events/queues.ts'
import { backoffMs, disconnectPolicy } from '../mapping/disconnect-policy.ts'
import type { Meta } from './meta.ts'

/** Maximum new beginnings because of uncaught errors in that time. */
const THROWN_MOST = 3
const THROWN_MS = 10 * 60 * 1000

/**
 * Phases of a connection:
 * - `unknown`: its state at the last host has not been read yet
 * - `idle`: no socket, and none before a person asks for it
 * - `waiting`: no socket; a timer opens one
 * - `opening`: waits for its turn, its recovery and its credentials
 * - `connecting`: a socket that cannot send yet; it may show a QR code
 * - `open`: messages can be sent
 * - `ended`: this host no longer serves it
 */
export type Phase = 'unknown' | 'idle' | 'waiting' | 'opening' | 'connecting' | 'open' | 'ended'

export type Life = {
  phase: Phase
  /** Status that was last sent. */
  status: ConnectionState
  /** Whole state that was last sent: an equal one is not sent again. */
  said: string
  /** Consecutive closures and failures without an open connection between. */
  failures: number
  /** Consecutive sockets whose QR codes nobody scanned. */
  qrRounds: number
  /** Whether the socket has shown a QR code. */
  sawQr: boolean
  /** Whether a new beginning waits for the steps before it. */
  failing: boolean
  /** Times at which uncaught errors caused a new beginning (epoch milliseconds). */
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
  /** Timer of the next attempt has fired; the first attempt is due at once. */
  | { type: 'due' }
  /** Stored state of the connection has been read. */
  | { type: 'recalled'; wanted: boolean }
  | { type: 'opening' }
  /** Turn has come and the credentials are read: the socket is made now. */
  | { type: 'dialled' }
  | { type: 'openFailed' }
  | { type: 'qr'; qrcode: string }
  /** Phone has scanned the code; WhatsApp restarts the socket next. */
  | { type: 'scanned' }
  | { type: 'opened' }
  /**
   * Socket has closed.
   * @param reason Baileys' status code
   * @param lastFrame when something last came (epoch milliseconds)
   */
  | { type: 'closed'; reason: number | undefined; paired: boolean; lastFrame: number }
  /** Data of the open socket could not be stored: memory and the table may differ. */
  | { type: 'failed'; error: string }
  /** Effects of an event were not carried out. */
  | { type: 'undone'; error: string }
  /** Uncaught error: the state it left behind is unknown. */
  | { type: 'thrown'; at: number; error: string }
  /** Socket of a connection that begins again is gone. */
  | { type: 'cleared' }
  | { type: 'asked'; action: SessionAction }
  /** Lease belongs to another host. */
  | { type: 'fenced' }
  | { type: 'ended' }

/** Effects to carry out, in this order. */
export type Effect =
  | { do: 'recall' }
  | { do: 'open' }
  | { do: 'openLater'; ms: number }
  | { do: 'drop' }
  /** After the steps under way: drops the socket, then `cleared`. */
  | { do: 'beginAgain'; error: string }
  /**
   * Drops it and forgets its credentials.
   * @param say whether the phone can be told that we leave
   */
  | { do: 'unlink'; say: boolean }
  | { do: 'wipe' }
  | { do: 'keep'; change: Partial<Meta> }
  | { do: 'tell'; status: ConnectionState; qrcode: string; retries: number }
  /** Logs the error, and the connection continues as it is. */
  | { do: 'passOver'; error: string }
  /** Drops it and lets the shard go. */
  | { do: 'surrender' }
  | { do: 'end' }

type Next = [Life, Effect[]]

/** Returns whether it is open, or will be without anybody's action. */
export const willOpen = ({ phase, status }: Life): boolean =>
  phase === 'open' ||
  phase === 'unknown' ||
  ((status === 'OPENING' || status === 'PAIRING') && phase !== 'idle' && phase !== 'ended')

/** Returns whether a socket that has existed for long will never open. */
export const isStuck = ({ phase, sawQr }: Life): boolean => phase === 'connecting' && !sawQr

/**
 * Returns the next state of one connection on this host after an event, and the effects to carry
 * out. Nothing is carried out here.
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
      // Leftovers of an ended socket do not begin it again.
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

/** An unknown state stays unknown: the next attempt reads it. */
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

/** Decides by the reason of a closed socket. */
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
 * Begins again from the table. An error that returns with the same stanza is not repaired by that,
 * and the connection continues as it is.
 */
function thrown(life: Life, { at, error }: Extract<LifeEvent, { type: 'thrown' }>, random: number): Next {
  // The error may have come from the timer that was to open it.
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
      // The code was not scanned for long: a new one has its full time again.
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
