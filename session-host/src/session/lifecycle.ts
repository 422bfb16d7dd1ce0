import type { ConnectionProblem, ConnectionState } from '@balcao/shared/events/queues.ts'
import { type Closing, LOST, problemOf } from '../mapping/closing.ts'
import { backoffMs, disconnectPolicy } from '../mapping/disconnect-policy.ts'
import type { Meta } from './meta.ts'

/** Maximum new beginnings because of uncaught errors in that time. */
const MAX_ERROR_RESTARTS = 3
const RESTARTS_WINDOW_MS = 10 * 60 * 1000

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

export type Lifecycle = {
  phase: Phase
  /** Status that was last sent. */
  status: ConnectionState
  /** Reason why it is not connected, until it is or somebody acts; undefined if none is known. */
  problem?: ConnectionProblem | undefined
  /** Whole state that was last sent: an equal one is not sent again. */
  sentState: string
  /** Consecutive closures and failures without an open connection between. */
  failures: number
  /** Consecutive sockets whose QR codes nobody scanned. */
  qrRounds: number
  /** True once the socket has shown a QR code. */
  sawQr: boolean
  /** True while a new beginning waits for the steps before it. */
  failing: boolean
  /** True while an open socket is replaced by a new one: its state stays CONNECTED. */
  reopening: boolean
  /** Times at which uncaught errors caused a new beginning (epoch milliseconds). */
  thrownAt: number[]
}

export const INITIAL: Lifecycle = {
  phase: 'unknown',
  status: 'DISCONNECTED',
  sentState: '',
  failures: 0,
  qrRounds: 0,
  sawQr: false,
  failing: false,
  reopening: false,
  thrownAt: [],
}

export type SessionAction = 'start' | 'newQr' | 'logout' | 'forget'

export type LifecycleEvent =
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
   * @param lastFrame when something last came (epoch milliseconds)
   */
  | { type: 'closed'; cause: Closing; paired: boolean; lastFrame: number }
  /**
   * Socket works, and is to be replaced because WhatsApp keeps messages
   * that it does not repeat on it.
   */
  | { type: 'reopen' }
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
   * @param notifyPhone whether the phone can be told that we leave
   */
  | { do: 'unlink'; notifyPhone: boolean }
  | { do: 'wipe' }
  | { do: 'keep'; change: Partial<Meta> }
  | { do: 'publish'; status: ConnectionState; qrcode: string; retries: number; problem?: ConnectionProblem }
  /** Logs the error, and the connection continues as it is. */
  | { do: 'passOver'; error: string }
  /** Drops it and lets the shard go. */
  | { do: 'surrender' }
  | { do: 'end' }

type Next = [Lifecycle, Effect[]]

/** Returns whether it is open, or will be without anybody's action. */
export const willOpen = ({ phase, status, reopening }: Lifecycle): boolean =>
  phase === 'open' ||
  (reopening && phase !== 'ended') ||
  phase === 'unknown' ||
  ((status === 'OPENING' || status === 'PAIRING') && phase !== 'idle' && phase !== 'ended')

/** Returns whether a socket that has existed for long will never open. */
export const isStuck = ({ phase, sawQr }: Lifecycle): boolean => phase === 'connecting' && !sawQr

/**
 * Returns the next state of one connection on this host after an event, and the effects to carry
 * out. Nothing is carried out here.
 * @param random 0 to 1, spreads the waits
 */
export function transition(lifecycle: Lifecycle, event: LifecycleEvent, random = Math.random()): Next {
  if (lifecycle.phase === 'ended') return [lifecycle, []]
  switch (event.type) {
    case 'due':
      if (lifecycle.phase === 'unknown') return [lifecycle, [{ do: 'recall' }]]
      return [lifecycle, lifecycle.phase === 'waiting' ? [{ do: 'open' }] : []]
    case 'recalled':
      if (lifecycle.phase !== 'unknown') return [lifecycle, []]
      return [{ ...lifecycle, phase: 'idle' }, event.wanted ? [{ do: 'open' }] : []]
    case 'opening':
      return [{ ...lifecycle, phase: 'opening' }, []]
    case 'dialled':
      return withStatus(
        { ...lifecycle, phase: 'connecting', sawQr: false },
        lifecycle.reopening || lifecycle.status === 'PAIRING' ? lifecycle.status : 'OPENING',
      )
    case 'openFailed':
      return openLater({ ...lifecycle, failures: lifecycle.failures + 1, reopening: false }, random)
    case 'qr':
      return hasSocket(lifecycle)
        ? withStatus({ ...lifecycle, sawQr: true, problem: undefined }, 'qrcode', event.qrcode)
        : [lifecycle, []]
    case 'scanned':
      return hasSocket(lifecycle)
        ? withStatus({ ...lifecycle, qrRounds: 0, problem: undefined }, 'PAIRING')
        : [lifecycle, []]
    case 'opened':
      return hasSocket(lifecycle) ? opened(lifecycle) : [lifecycle, []]
    case 'closed':
      return closed(lifecycle, event, random)
    case 'reopen':
      return hasSocket(lifecycle) ? reopen(lifecycle, random) : [lifecycle, []]
    case 'failed':
      // Leftovers of an ended socket do not begin it again.
      if (lifecycle.phase === 'idle' || lifecycle.phase === 'unknown') return [lifecycle, []]
      return beginAgain(lifecycle, event.error)
    case 'undone':
      return beginAgain(lifecycle.phase === 'idle' ? { ...lifecycle, phase: 'waiting' } : lifecycle, event.error)
    case 'thrown':
      return thrown(lifecycle, event, random)
    case 'cleared': {
      const cleared = { ...lifecycle, failing: false }
      return lifecycle.phase === 'idle' ? [cleared, []] : openLater(cleared, random)
    }
    case 'asked':
      return asked({ ...lifecycle, ...FRESH, sentState: '' }, event.action)
    case 'fenced':
      return [{ ...lifecycle, phase: 'ended' }, [{ do: 'surrender' }]]
    case 'ended':
      return [{ ...lifecycle, phase: 'ended' }, []]
  }
}

const hasSocket = ({ phase }: Lifecycle): boolean => phase === 'connecting' || phase === 'open'

function withStatus(lifecycle: Lifecycle, status: ConnectionState, qrcode = ''): Next {
  const retries = lifecycle.failures + lifecycle.qrRounds
  const { problem } = lifecycle
  const state = `${status}|${qrcode}|${retries}${problem ? `|${problem}` : ''}`
  const now = { ...lifecycle, status, sentState: state }
  if (state === lifecycle.sentState) return [now, []]
  return [now, [{ do: 'publish', status, qrcode, retries, ...(problem ? { problem } : {}) }]]
}

/** An unknown state stays unknown: the next attempt reads it. */
function openLater(lifecycle: Lifecycle, random: number): Next {
  const ms = lifecycle.failures ? backoffMs(lifecycle.failures - 1, random) : 0
  return [{ ...lifecycle, phase: lifecycle.phase === 'unknown' ? 'unknown' : 'waiting' }, [{ do: 'openLater', ms }]]
}

function beginAgain(lifecycle: Lifecycle, error: string): Next {
  if (lifecycle.failing) return [lifecycle, []]
  return [
    { ...lifecycle, failing: true, reopening: false, failures: lifecycle.failures + 1 },
    [{ do: 'beginAgain', error }],
  ]
}

/** Counts of a connection that works, or that a person asked for. */
const FRESH = { failures: 0, qrRounds: 0, problem: undefined, reopening: false }

/** Nobody is told: the state is the same as soon as the next socket is open. */
function reopen(lifecycle: Lifecycle, random: number): Next {
  const [waiting, later] = openLater({ ...lifecycle, reopening: lifecycle.phase === 'open' }, random)
  return [waiting, [{ do: 'drop' }, ...later]]
}

function opened(lifecycle: Lifecycle): Next {
  const [open, next] = withStatus({ ...lifecycle, ...FRESH, phase: 'open' }, 'CONNECTED')
  return [open, [...next, { do: 'keep', change: { wanted: true } }]]
}

/** Decides by the cause of a closed socket. */
function closed(lifecycle: Lifecycle, event: Extract<LifecycleEvent, { type: 'closed' }>, random: number): Next {
  const { cause, paired, lastFrame } = event
  const unscanned = lifecycle.sawQr && !paired
  const qrRounds = lifecycle.qrRounds + (unscanned ? 1 : 0)
  const wasOpen = lifecycle.phase === 'open' || lifecycle.reopening
  const down: Partial<Meta> = wasOpen ? { downSince: lastFrame } : {}
  const policy = disconnectPolicy(cause.code, { paired, qrRounds, failures: lifecycle.failures })
  // Baileys ends a socket by this code once it has shown its last QR code.
  const isLastCode = unscanned && cause.code === LOST && !cause.network
  const problem = isLastCode ? undefined : problemOf(cause, lifecycle.phase === 'connecting')
  if (policy.next === 'stop') {
    const [idle, next] = withStatus({ ...lifecycle, qrRounds, problem, reopening: false, phase: 'idle' }, policy.status)
    const change = { wanted: false, ...(policy.wipe ? {} : down) }
    return [idle, [{ do: 'drop' }, ...(policy.wipe ? [{ do: 'wipe' } as const] : []), { do: 'keep', change }, ...next]]
  }
  const before: Effect[] = [{ do: 'drop' }, ...('downSince' in down ? [{ do: 'keep', change: down } as const] : [])]
  const restarts = policy.next === 'restart'
  const failures = lifecycle.failures + (restarts || unscanned ? 0 : 1)
  const counted = { ...lifecycle, qrRounds, failures, problem, reopening: false }
  const [next, effects] = restarts ? [counted, []] : withStatus(counted, 'OPENING')
  const [waiting, later] = openLater(next, random)
  return [waiting, [...before, ...effects, ...later]]
}

/**
 * Begins again from the table. An error that returns with the same stanza is not repaired by that,
 * and the connection continues as it is.
 */
function thrown(
  lifecycle: Lifecycle,
  { at, error }: Extract<LifecycleEvent, { type: 'thrown' }>,
  random: number,
): Next {
  // The error may have come from the timer that was to open it.
  if (lifecycle.phase === 'waiting') return openLater(lifecycle, random)
  if (!hasSocket(lifecycle)) return [lifecycle, []]
  const thrownAt = [...lifecycle.thrownAt.filter(before => at - before < RESTARTS_WINDOW_MS), at]
  if (thrownAt.length > MAX_ERROR_RESTARTS) return [{ ...lifecycle, thrownAt }, [{ do: 'passOver', error }]]
  return beginAgain({ ...lifecycle, thrownAt }, error)
}

function asked(lifecycle: Lifecycle, action: SessionAction): Next {
  const unlink: Effect = { do: 'unlink', notifyPhone: lifecycle.phase === 'open' }
  switch (action) {
    case 'start': {
      const keep: Effect = { do: 'keep', change: { wanted: true } }
      if (lifecycle.phase === 'open') {
        const [next, effects] = withStatus(lifecycle, 'CONNECTED')
        return [next, [keep, ...effects]]
      }
      // The code was not scanned for long: a new one has its full time again.
      if (lifecycle.phase === 'connecting' && lifecycle.sawQr && lifecycle.status === 'qrcode') {
        return [{ ...lifecycle, phase: 'idle' }, [{ do: 'drop' }, keep, { do: 'open' }]]
      }
      return [lifecycle, [keep, { do: 'open' }]]
    }
    case 'newQr':
      return [{ ...lifecycle, phase: 'idle' }, [unlink, { do: 'keep', change: { wanted: true } }, { do: 'open' }]]
    case 'logout': {
      const [idle, next] = withStatus({ ...lifecycle, phase: 'idle' }, 'DISCONNECTED')
      return [idle, [unlink, { do: 'keep', change: { wanted: false } }, ...next]]
    }
    case 'forget':
      return [{ ...lifecycle, phase: 'idle' }, [unlink, { do: 'end' }]]
  }
}
