/** Which commands are ours and for how long, so that the queue gives none of them to another while they wait here. */

/** Seconds a command is ours when it is received. */
export const VISIBILITY_S = 15
/** Seconds it is made ours for at most: as long as another host may take to serve a dead one's shards. */
const LONGEST_S = 30
/** How often it is looked at what ends soon, and what that is: there are two looks before the end. */
export const LOOK_MS = 5000
const SOON_MS = 10_000

type Hold = { since: number; until: number }

export type Holds<Message> = {
  count: () => number
  has: (message: Message) => boolean
  /** @param now when it was asked for, epoch ms: the queue's time began later */
  add: (message: Message, now: number) => void
  remove: (message: Message) => void
  /** What has to be made ours anew, and for how long: as long as it has waited, since what waits long mostly waits on. */
  ending: (now: number) => { message: Message; seconds: number }[]
  /** It was made ours. */
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
