import { z } from 'zod'

/** Number of calls that meet a fault. */
export const count = () => z.number().int().min(1).max(10_000).default(1)

type Counted = { count: number }

export type Faults<Fault extends Counted> = {
  add: (fault: Fault) => void
  list: () => readonly Fault[]
  clear: () => void
  /**
   * Returns the fault of a new call, of those for which `meets` is true: the oldest with a count
   * left.
   */
  next: (meets?: (fault: Fault) => boolean) => Fault | undefined
}

export function createFaults<Fault extends Counted>(): Faults<Fault> {
  let waiting: Fault[] = []
  return {
    add: fault => waiting.push(fault),
    list: () => waiting,
    clear() {
      waiting = []
    },
    next(meets = () => true) {
      const first = waiting.find(meets)
      if (!first) return undefined
      first.count -= 1
      if (first.count === 0) waiting = waiting.filter(fault => fault !== first)
      return first
    },
  }
}
