import { z } from 'zod'

/** How many calls meet a fault. */
export const count = () => z.number().int().min(1).max(10_000).default(1)

type Counted = { count: number }

export type Faults<Fault extends Counted> = {
  add: (fault: Fault) => void
  list: () => readonly Fault[]
  clear: () => void
  /** The fault of a call that has come, of those that `meets` says are its own: each is met as often as it says, the first one first. */
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
