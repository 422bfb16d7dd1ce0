import type { ConnectionProblem, ConnectionState, InboundEvent } from '@balcao/shared/events/queues.ts'
import { type Contact, jidDecode } from '@whiskeysockets/baileys'

/** Minimum milliseconds of a gap for the logs, unless messages were recovered. */
const GAP_MS = 5000

type Ids = { companyId: string; connectionId: string }

/**
 * Event with the identity that distinguishes it from others of its kind, for the queue's
 * deduplication.
 */
export type ConnectionEvent = { event: InboundEvent; identity: string }

/**
 * Returns the event of a connection's state for the workers.
 * @param state.me own account, once it is linked: sent with CONNECTED
 * @param state.sequence rises with every state of it that this host sends
 */
export function connectionEvent(
  ids: Ids,
  state: {
    status: ConnectionState
    qrcode: string
    retries: number
    problem?: ConnectionProblem | undefined
    me: Contact | undefined
    fence: number
    sequence: number
    at: number
  },
): ConnectionEvent {
  const { status, qrcode, retries, problem, me, fence, sequence, at } = state
  const linked = status === 'CONNECTED' ? me : undefined
  const number = linked?.id ? jidDecode(linked.id)?.user : undefined
  const lid = linked?.lid ? jidDecode(linked.lid)?.user : undefined
  const whose = { ...(number ? { number } : {}), ...(lid ? { lid } : {}) }
  return {
    event: {
      ...ids,
      type: 'connection',
      status,
      qrcode,
      retries,
      ...whose,
      ...(problem ? { problem } : {}),
      fence,
      at,
    },
    identity: `${fence}|${sequence}|${at}`,
  }
}

/**
 * Returns the event of a gap: when a connection was away, and how many messages WhatsApp had kept
 * meanwhile.
 * @returns undefined when the gap is too short to matter
 */
export function gapEvent(ids: Ids, gap: { from: number; to: number; recovered: number }): ConnectionEvent | undefined {
  const { from, to, recovered } = gap
  if (to - from < GAP_MS && !recovered) return undefined
  return { event: { ...ids, type: 'gap', from, to, recovered }, identity: `${from}` }
}
