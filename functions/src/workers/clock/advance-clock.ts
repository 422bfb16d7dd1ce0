import { z } from 'zod'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { enqueueTimers } from './run-clock.ts'

/** Range in epoch ms, both ends in the present or the future. */
export const TimeRange = z.object({ from: z.number().int().nonnegative(), to: z.number().int().nonnegative() })

/** Maximum number of buckets read at a time. */
const STRIDE = 10

/**
 * Enqueues at once the timers that come due in a future time range, minute after minute: the clock
 * of the local stage was moved. The clock's own row stays unchanged, so timers armed later for
 * these minutes fire at their time. Returns the number of timers enqueued.
 */
export async function advanceClock({ from, to }: z.infer<typeof TimeRange>): Promise<number> {
  let moved = 0
  const last = minuteOf(to)
  for (let first = minuteOf(from); first <= last; first += STRIDE) {
    const minutes = Array.from({ length: Math.min(STRIDE, last - first + 1) }, (_, i) => first + i)
    const found = (await Promise.all(minutes.map(timersOf))).flat()
    const due = found.filter(({ timer }) => timer.dueAt <= to).sort((a, b) => a.timer.dueAt - b.timer.dueAt)
    moved += await enqueueTimers(due, to)
  }
  return moved
}
