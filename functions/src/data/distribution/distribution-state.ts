/**
 * State of a queue's distribution. One worker at a time holds it; whatever may give
 * somebody a ticket asks for it first, so that a request is never lost between a
 * worker's last look and its leaving.
 */
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { isWritten, unlessRefused } from '../table/refused.ts'
import { updateOne } from '../table/single-write.ts'
import { remove, update, type Write } from '../table/transact.ts'

/** Time (ms) after which a worker that gives nothing is taken for dead. */
const HELD_MS = 15_000

const STATES = defineRow({
  kind: 'distribution',
  key: { pk: '${companyId}#distribution', sk: 'queue#${queueId}' },
  content: z.object({
    companyId: z.string(),
    queueId: z.string(),
    /** Number of requests so far. */
    asked: z.number(),
    /** Worker that holds it, and until when (epoch ms). */
    holder: z.string().optional(),
    heldUntil: z.number().optional(),
    /** User who got the last ticket: the next one's turn begins behind them. */
    last: z.string().optional(),
  }),
})

export type DistributionState = RowOf<typeof STATES>

/**
 * Asks for a queue's distribution and takes it. Returns undefined if another worker holds it, which
 * then looks once more before it leaves.
 */
export async function takeDistribution(
  companyId: string,
  queueId: string,
  holder: string,
): Promise<DistributionState | undefined> {
  const asked = STATES.parse(await updateOne(STATES.upsert({ companyId, queueId }, { add: { asked: 1 } })))!
  const now = Date.now()
  if (asked.holder !== undefined && (asked.heldUntil ?? 0) > now) return undefined
  const taken = await unlessRefused(
    updateOne(
      STATES.change(
        { companyId, queueId },
        {
          set: { holder, heldUntil: now + HELD_MS },
          when: is => [is.any(is.absent('holder'), is.atMost('heldUntil', now))],
        },
      ),
    ),
  )
  return taken && STATES.parse(taken)
}

/**
 * Leaves a queue's distribution. Returns the state if somebody asked since it was `seen`: it is
 * still held then. Undefined if it was left, or is held by another.
 */
export async function leaveDistribution(
  { companyId, queueId, asked }: DistributionState,
  holder: string,
): Promise<DistributionState | undefined> {
  const left = await isWritten(
    updateOne(
      STATES.change(
        { companyId, queueId },
        { remove: ['holder', 'heldUntil'], when: is => [is.equal('holder', holder), is.equal('asked', asked)] },
      ),
    ),
  )
  if (left) return undefined
  const still = await unlessRefused(
    updateOne(
      STATES.change(
        { companyId, queueId },
        { set: { heldUntil: Date.now() + HELD_MS }, when: is => [is.equal('holder', holder)] },
      ),
    ),
  )
  return still && STATES.parse(still)
}

/** Leaves a queue's distribution to whoever takes it next, even if somebody has asked. */
export const dropHold = async ({ companyId, queueId }: DistributionState, holder: string): Promise<void> => {
  const change = { remove: ['holder', 'heldUntil'] as const }
  await unlessRefused(
    updateOne(STATES.change({ companyId, queueId }, { ...change, when: is => [is.equal('holder', holder)] })),
  )
}

/**
 * Returns the write, labelled `distribution`, by which the worker that holds the distribution gives
 * a ticket to a user; refused if another worker holds it by now.
 */
export const givenWrite = (
  { companyId, queueId }: Pick<DistributionState, 'companyId' | 'queueId'>,
  holder: string,
  userId: string,
): Write =>
  update(
    'distribution',
    STATES.change(
      { companyId, queueId },
      { set: { last: userId, heldUntil: Date.now() + HELD_MS }, when: is => [is.equal('holder', holder)] },
    ),
  )

/** Returns the write that deletes the state of a queue. */
export const dropDistributionState = (companyId: string, queueId: string): Write =>
  remove('distribution', STATES.delete({ companyId, queueId }))
