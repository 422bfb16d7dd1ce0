/**
 * Milliseconds that an arrival is kept. A repeated message mostly comes within seconds; one that
 * comes much later is placed at its new arrival, where people look.
 */
const KEPT_MS = 120_000
const KEPT = 1000

export type Arrivals = {
  /** Records that a message came, whether or not it can be used. */
  came: (id: string) => void
  /**
   * Returns when it first came: it may have been damaged, or stranded, and others have come since.
   */
  of: (id: string) => number
  /** Forgets a message that was sent to the workers, or will not be. */
  done: (id: string) => void
  /** Returns the time of something that is here now. */
  now: () => number
}

/**
 * Creates the arrival times of a connection, in epoch milliseconds: no two are equal, since they
 * order the conversation.
 */
export function createArrivals(): Arrivals {
  const first = new Map<string, number>()
  let last = 0
  const now = () => {
    last = Math.max(Date.now(), last + 1)
    return last
  }
  const known = (id: string) => {
    const at = first.get(id)
    return at !== undefined && Date.now() - at <= KEPT_MS ? at : undefined
  }
  return {
    came(id) {
      if (known(id) !== undefined) return
      first.delete(id)
      first.set(id, now())
      if (first.size > KEPT) first.delete(first.keys().next().value!)
    },
    of: id => known(id) ?? now(),
    done: id => void first.delete(id),
    now,
  }
}
