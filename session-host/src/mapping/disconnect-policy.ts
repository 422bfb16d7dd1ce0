import { DisconnectReason } from '@whiskeysockets/baileys'

export type DisconnectPolicy =
  /** Open again at once: WhatsApp asked for it. */
  | { next: 'restart' }
  /** Open again after a pause that grows. */
  | { next: 'retry' }
  /** Stay closed until a person acts. `wipe`: the phone has unlinked us, so the credentials are worthless. */
  | { next: 'stop'; status: 'DISCONNECTED' | 'TIMEOUT'; wipe: boolean }

/** Rounds of QR codes (six codes, about 160 s each) before a connection nobody scans gives up. */
export const QR_ROUNDS = 3
/** Times WhatsApp may call the session bad before we believe it. */
const BAD_SESSIONS = 5

/**
 * What to do when a socket has closed.
 * @param reason Baileys' status code, undefined when there was none
 * @param state.failures closures in a row without an open connection between
 */
export function disconnectPolicy(
  reason: number | undefined,
  state: { paired: boolean; qrRounds: number; failures: number },
): DisconnectPolicy {
  const stop = (wipe: boolean): DisconnectPolicy => ({ next: 'stop', status: 'DISCONNECTED', wipe })
  switch (reason) {
    case DisconnectReason.restartRequired:
      return { next: 'restart' }
    case DisconnectReason.loggedOut:
      return stop(true)
    // Another client uses the same credentials. Taking the connection back would only make it take it back.
    case DisconnectReason.connectionReplaced:
    // Banned, not a multi-device account, refused payment: no retry changes that.
    case DisconnectReason.forbidden:
    case DisconnectReason.multideviceMismatch:
    case 402:
      return stop(false)
    case DisconnectReason.badSession:
      return state.failures >= BAD_SESSIONS ? stop(false) : { next: 'retry' }
    default:
      if (!state.paired && state.qrRounds >= QR_ROUNDS) return { next: 'stop', status: 'TIMEOUT', wipe: false }
      return { next: 'retry' }
  }
}

/** Milliseconds before the next attempt: 1 s doubling to a minute, spread so that sessions do not come back together. */
export function backoffMs(failures: number, random = Math.random()): number {
  return Math.round(Math.min(60_000, 1000 * 2 ** Math.min(failures, 6)) * (0.5 + random / 2))
}
