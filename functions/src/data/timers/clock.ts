/**
 * Row of the clock: the run that holds its lease, and the minute up to which every bucket is empty
 * for good.
 */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { isWritten, unlessRefused } from '../table/refused.ts'
import { putOne, updateOne } from '../table/single-write.ts'

const CLOCKS = defineRow({
  kind: 'clock',
  key: { pk: 'system#clock#${name}', sk: 'clock' },
  content: z.object({
    name: z.string(),
    owner: z.string().optional(),
    /** Epoch milliseconds. */
    leaseUntil: z.number().optional(),
    doneMinute: z.number().optional(),
  }),
})

/**
 * Claims the lease of a clock until `until` (epoch ms). Returns the last completed minute
 * (undefined at the very first run), or `busy` while another run holds the lease.
 */
export async function claimClock(
  name: string,
  owner: string,
  now: number,
  until: number,
): Promise<'busy' | { doneMinute: number | undefined }> {
  const lease = { owner, leaseUntil: until }
  const taken = await unlessRefused(
    updateOne(CLOCKS.change({ name }, { set: lease, when: is => [is.below('leaseUntil', now)] })),
  )
  if (taken) return { doneMinute: CLOCKS.parse(taken)?.doneMinute }
  return (await isWritten(putOne(CLOCKS.create({ name, ...lease })))) ? { doneMinute: undefined } : 'busy'
}

/**
 * Records a run's progress; with `release` the next one may start at once. Ignored unless `owner`
 * holds the lease.
 */
export async function recordClock(name: string, owner: string, doneMinute: number, release: boolean): Promise<void> {
  const set = { doneMinute, ...(release ? { leaseUntil: 0 } : {}) }
  await unlessRefused(updateOne(CLOCKS.change({ name }, { set, when: is => [is.equal('owner', owner)] })))
}
