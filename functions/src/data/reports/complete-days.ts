/**
 * Mark that the day counters of a company hold every ticket. One from before the counters by hour,
 * tag, goal and origin existed has none until its tickets were counted anew.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { putOne } from '../table/single-write.ts'
import { put, transact, type Write, WriteConflict } from '../table/transact.ts'

const MARKS = defineRow({
  kind: 'daysComplete',
  key: { pk: '${companyId}#days', sk: 'complete' },
  content: z.object({
    companyId: z.string(),
    /**
     * Moment at which counting them anew was requested, epoch milliseconds; absent once it is done.
     */
    begunAt: z.number().optional(),
  }),
  keyOnly: ['companyId'],
  unmarked: true,
})

/** Time after which a recount that did not end is requested again, ms. */
const AGAIN_MS = 30 * 60_000

/** Returns the write, labelled `days`, for a new company: it has no tickets. */
export const daysOfNewCompany = (companyId: string): Write => put('days', MARKS.put({ companyId }))

/** Notes that every ticket is counted. */
export const markDaysComplete = (companyId: string): Promise<void> => putOne(MARKS.put({ companyId }))

/**
 * Returns whether the counters hold every ticket (`complete`), are counted anew since a while ago
 * (`counting`), or are to be counted anew by the caller (`begin`), to whom this is said once in
 * half an hour. Costs half a read unit.
 */
export async function claimRecount(companyId: string): Promise<'complete' | 'counting' | 'begin'> {
  const mark = await MARKS.get({ companyId })
  if (mark && mark.begunAt === undefined) return 'complete'
  const now = Date.now()
  if (mark?.begunAt !== undefined && mark.begunAt > now - AGAIN_MS) return 'counting'
  const claim = MARKS.put(
    { companyId, begunAt: now },
    { when: is => [is.any(is.not(is.exists()), is.below('begunAt', now - AGAIN_MS))] },
  )
  try {
    await transact([put('days', claim)])
    return 'begin'
  } catch (error) {
    // Somebody else requests it, or it is done.
    if (error instanceof WriteConflict) return 'counting'
    throw error
  }
}
