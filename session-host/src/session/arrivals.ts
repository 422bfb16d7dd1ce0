/** What WhatsApp has to send again mostly comes within seconds; what comes much later stands where it came, where people look. */
const KEPT_MS = 120_000
const KEPT = 1000

export type Arrivals = {
  /** A message came, whatever becomes of it. */
  came: (id: string) => void
  /** When it first came: it may have been damaged, or stranded, and others have come since. */
  of: (id: string) => number
  /** It is told, or is none to tell. */
  done: (id: string) => void
  /** The time of something that is here now. */
  now: () => number
}

/** When things of a connection arrived, epoch ms: no two at once, as a conversation's order is made of it. */
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
