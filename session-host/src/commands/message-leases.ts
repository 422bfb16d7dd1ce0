/**
 * Visibility of received commands: while they wait here, the queue gives them to no other consumer.
 */

/** Seconds for which a received command is invisible to others. */
export const VISIBILITY_S = 15
/**
 * Maximum seconds of one extension: the time another host may need to serve a dead host's shards.
 */
const MAX_EXTENSION_S = 30
/**
 * Milliseconds between two checks for holds that end soon: each is seen at least twice before its
 * end.
 */
export const CHECK_MS = 5000
const SOON_MS = 10_000

type MessageLease = { since: number; until: number }

export type MessageLeases<Message> = {
  count: () => number
  has: (message: Message) => boolean
  /**
   * Adds a received command.
   * @param now when it was requested, epoch milliseconds: the queue's time began later
   */
  add: (message: Message, now: number) => void
  remove: (message: Message) => void
  /**
   * Returns the commands whose visibility must be extended, and for how long: as long as they have
   * waited, since a long wait usually continues.
   */
  expiring: (now: number) => { message: Message; seconds: number }[]
  /** Records an extension. */
  extended: (message: Message, until: number) => void
}

export function createMessageLeases<Message>(): MessageLeases<Message> {
  const leases = new Map<Message, MessageLease>()
  return {
    count: () => leases.size,
    has: message => leases.has(message),
    add: (message, now) => void leases.set(message, { since: now, until: now + VISIBILITY_S * 1000 }),
    remove: message => void leases.delete(message),
    expiring: now =>
      [...leases]
        .filter(([, { until }]) => until - now <= SOON_MS)
        .map(([message, { since }]) => {
          const waited = Math.floor((now - since) / 1000)
          return { message, seconds: Math.min(MAX_EXTENSION_S, Math.max(VISIBILITY_S, waited)) }
        }),
    extended(message, until) {
      const lease = leases.get(message)
      if (lease) lease.until = until
    },
  }
}
