/** The clock's own row: which run holds it, and up to which minute every bucket is empty for good. */
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
    /** Epoch ms. */
    leaseUntil: z.number().optional(),
    doneMinute: z.number().optional(),
  }),
})

/**
 * Takes the lease of a clock until `until` (epoch ms). Returns the last minute that is done (undefined at the very first
 * run), or `busy` while another run holds it.
 */
export async function takeClock(
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

/** Records how far a run came; with `release` the next may start at once. Ignored unless `owner` holds the lease. */
export async function settleClock(name: string, owner: string, doneMinute: number, release: boolean): Promise<void> {
  const set = { doneMinute, ...(release ? { leaseUntil: 0 } : {}) }
  await unlessRefused(updateOne(CLOCKS.change({ name }, { set, when: is => [is.equal('owner', owner)] })))
}
