import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { existingRow, isRefused } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'

/** Milliseconds per number: 20 numbers a second. */
const MS_A_NUMBER = 50

/** Seconds after the last request for which the row is valid. */
const KEPT_SECONDS = 3600

type CheckSlot = {
  /** Milliseconds until other callers are done; 0 if this caller has the slot. */
  waitMs: number
  /** Milliseconds until the next slot can be taken. */
  nextMs: number
}

/** Row, shared by all workers, that says when a connection may be asked again. */
const SLOTS = defineRow({
  kind: 'askTurn',
  key: { pk: '${companyId}#ask-turn#${connectionId}', sk: 'turn' },
  content: z.object({
    companyId: z.string(),
    connectionId: z.string(),
    /** Epoch milliseconds. */
    freeAt: z.number(),
    requestId: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'connectionId'],
  unmarked: true,
})

/**
 * Takes a slot to check `count` numbers, once the numbers before it are paid for at 20 a second.
 * The holder keeps it for the same `requestId`.
 */
export async function reserveCheckSlot(
  companyId: string,
  connectionId: string,
  count: number,
  requestId: string,
  now = Date.now(),
): Promise<CheckSlot> {
  const cost = count * MS_A_NUMBER
  try {
    await updateOne(
      SLOTS.upsert(
        { companyId, connectionId },
        {
          set: { freeAt: now + cost, requestId, expiresAt: Math.ceil(now / 1000) + KEPT_SECONDS },
          when: is => [is.any(is.absent('freeAt'), is.atMost('freeAt', now), is.equal('requestId', requestId))],
        },
      ),
    )
    return { waitMs: 0, nextMs: cost }
  } catch (error) {
    if (!isRefused(error)) throw error
    const waitMs = Math.max(1, Number(existingRow(error)?.freeAt ?? now) - now)
    return { waitMs, nextMs: waitMs }
  }
}
