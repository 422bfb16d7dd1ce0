import { DisconnectReason } from '@whiskeysockets/baileys'

export type DisconnectPolicy =
  /** Opens again at once, because WhatsApp asked for it. */
  | { next: 'restart' }
  /** Opens again after a pause that grows. */
  | { next: 'retry' }
  /**
   * Stays closed until a person acts. `wipe`: the phone has unlinked us, so the credentials are
   * worthless.
   */
  | { next: 'stop'; status: 'DISCONNECTED' | 'TIMEOUT'; wipe: boolean }

/**
 * Rounds of QR codes (six codes, about 160 s each) after which an unscanned connection gives up.
 */
export const QR_ROUNDS = 3
/** Number of times WhatsApp may call the session bad before it is believed. */
const BAD_SESSIONS = 5

/**
 * Decides what follows the closing of a socket.
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
    // Another client uses the same credentials. Taking the connection back would only make it do
    // the same.
    case DisconnectReason.connectionReplaced:
    // Banned, not a multi-device account, payment refused: no retry changes that.
    case DisconnectReason.forbidden:
    case DisconnectReason.multideviceMismatch:
    case 402:
    case 406:
      return stop(false)
    case DisconnectReason.badSession:
      return state.failures >= BAD_SESSIONS ? stop(false) : { next: 'retry' }
    default:
      if (!state.paired && state.qrRounds >= QR_ROUNDS) return { next: 'stop', status: 'TIMEOUT', wipe: false }
      return { next: 'retry' }
  }
}

/**
 * Returns the milliseconds before the next attempt: 1 s doubling to a minute, spread so that
 * sessions do not return together.
 */
export function backoffMs(failures: number, random = Math.random()): number {
  return Math.round(Math.min(60_000, 1000 * 2 ** Math.min(failures, 6)) * (0.5 + random / 2))
}
