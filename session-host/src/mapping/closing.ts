import type { ConnectionProblem } from '@balcao/shared/events/queues.ts'
import type { Boom } from '@hapi/boom'
import { DisconnectReason } from '@whiskeysockets/baileys'

/** Cause of a closed socket. */
export type Closing = {
  /** Baileys' status code; undefined when there was none. */
  code: number | undefined
  /** Failure below WhatsApp's protocol, about which WhatsApp itself has said nothing. */
  network?: 'unreachable' | 'certificate'
}

/** Baileys' code of a lost connection. */
export const LOST = DisconnectReason.connectionLost

/** WhatsApp's codes of a client that it no longer serves: too old, or unknown. */
export const OUTDATED = new Set<number | undefined>([405, 409])

/** Codes of Node's TLS for a certificate that is not accepted. */
const CERTIFICATE = /CERT|SIGNATURE|CRL|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|INVALID_PURPOSE|ERR_TLS_/

/**
 * Returns the cause that Baileys' error of a closed socket stands for. Baileys gives errors of the
 * network codes of WhatsApp: 500 (a bad session) to a refused certificate, and the status of a
 * proxy that answers instead of WhatsApp, where 401 would unlink the phone. Those count as a lost
 * connection.
 */
export function closingOf(error: unknown): Closing {
  const { output, data } = (error ?? {}) as Partial<Boom<unknown>>
  if (!(data instanceof Error)) return { code: output?.statusCode }
  const { code } = data as NodeJS.ErrnoException
  return { code: LOST, network: CERTIFICATE.test(code ?? '') ? 'certificate' : 'unreachable' }
}

/**
 * Returns the problem to show a person after a socket has closed; undefined when there is none,
 * or none is known.
 * @param wasOpening whether messages could not be sent yet
 */
export function problemOf({ code, network }: Closing, wasOpening: boolean): ConnectionProblem | undefined {
  if (network && wasOpening) return network
  if (OUTDATED.has(code)) return 'outdated'
  switch (code) {
    case DisconnectReason.loggedOut:
      return 'unlinked'
    case DisconnectReason.connectionReplaced:
      return 'replaced'
    case DisconnectReason.forbidden:
    case DisconnectReason.multideviceMismatch:
    case 402:
    case 406:
      return 'refused'
    case DisconnectReason.connectionClosed:
    case DisconnectReason.connectionLost:
    case DisconnectReason.unavailableService:
      return wasOpening ? 'unreachable' : undefined
    default:
      return undefined
  }
}
