/**
 * Visibility of received commands: while they wait here, the queue gives them to no other consumer.
 */

/** Seconds for which a received command is invisible to others. */
export const VISIBILITY_S = 15
/**
 * Maximum seconds of one extension: the time another host may need to serve a dead host's shards.
 */
const LONGEST_S = 30
/**
 * Milliseconds between two checks for holds that end soon: each is seen at least twice before its
 * end.
 */
export const LOOK_MS = 5000
const SOON_MS = 10_000

type Hold = { since: number; until: number }

export type Holds<Message> = {
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
  ending: (now: number) => { message: Message; seconds: number }[]
  /** Records an extension. */
  extended: (message: Message, until: number) => void
}

export function createHolds<Message>(): Holds<Message> {
  const held = new Map<Message, Hold>()
  return {
    count: () => held.size,
    has: message => held.has(message),
    add: (message, now) => void held.set(message, { since: now, until: now + VISIBILITY_S * 1000 }),
    remove: message => void held.delete(message),
    ending: now =>
      [...held]
        .filter(([, { until }]) => until - now <= SOON_MS)
        .map(([message, { since }]) => {
          const waited = Math.floor((now - since) / 1000)
          return { message, seconds: Math.min(LONGEST_S, Math.max(VISIBILITY_S, waited)) }
        }),
    extended(message, until) {
      const hold = held.get(message)
      if (hold) hold.until = until
    },
  }
}
