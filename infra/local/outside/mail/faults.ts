import { z } from 'zod'

/** What the next calls of `SendEmail` meet. */
export const Fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fail'), status: z.number().int().min(500).max(599).default(500), count: count() }),
  z.object({ kind: z.literal('throttle'), count: count() }),
  z.object({ kind: z.literal('reject'), count: count() }),
  /** Answers late. */
  z.object({ kind: z.literal('stall'), ms: z.number().int().min(1).max(120_000), count: count() }),
  /** Takes the e-mail and breaks the line before the answer. */
  z.object({ kind: z.literal('lose-answer'), count: count() }),
])
export type Fault = z.infer<typeof Fault>

function count() {
  return z.number().int().min(1).max(10_000).default(1)
}

export type Faults = {
  add: (fault: Fault) => void
  list: () => readonly Fault[]
  clear: () => void
  /** The fault of a call that has come: each is met as often as it says, the first one first. */
  next: () => Fault | undefined
}

export function createFaults(): Faults {
  let waiting: Fault[] = []
  return {
    add: fault => waiting.push(fault),
    list: () => waiting,
    clear() {
      waiting = []
    },
    next() {
      const [first] = waiting
      if (!first) return undefined
      first.count -= 1
      if (first.count === 0) waiting.shift()
      return first
    },
  }
}
