import { z } from 'zod'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { handOn } from './run-clock.ts'

/** Epoch ms, both of the future or the present. */
export const Stretch = z.object({ from: z.number().int().nonnegative(), to: z.number().int().nonnegative() })

/** Buckets read at a time. */
const STRIDE = 10

/**
 * Hands on at once what comes due in a stretch of time that has not passed, minute after minute: the clock of the local stage was
 * moved. The clock's own row stays as it is, so what is armed for these minutes from now on has its turn when they come. Answers
 * how many timers it handed on.
 */
export async function runAhead({ from, to }: z.infer<typeof Stretch>): Promise<number> {
  let moved = 0
  const last = minuteOf(to)
  for (let first = minuteOf(from); first <= last; first += STRIDE) {
    const minutes = Array.from({ length: Math.min(STRIDE, last - first + 1) }, (_, i) => first + i)
    const found = (await Promise.all(minutes.map(timersOf))).flat()
    const due = found.filter(({ timer }) => timer.dueAt <= to).sort((a, b) => a.timer.dueAt - b.timer.dueAt)
    moved += await handOn(due, to)
  }
  return moved
}
