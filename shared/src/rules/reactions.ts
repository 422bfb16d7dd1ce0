/**
 * Reactions to a message as they are kept: the last word of each who reacted. One that was taken back stays, with no
 * emoji, so that an older one that comes late does not return.
 */
export type KeptReaction = {
  /** '' when it was taken back. */
  emoji: string
  /** When it was said, epoch milliseconds, by the clock of who said it. */
  at: number
  /** The business: on its own phone, or an attendant (`userId`). */
  fromMe: boolean
  /** In a group: who, when it is not us. Neither stands for the contact of the chat. */
  number?: string | undefined
  lid?: string | undefined
  name?: string | undefined
  userId?: string | undefined
}

/** How many keep their reaction at a message; a group can have a thousand members. */
export const REACTORS = 100

/**
 * The reactions once `next` is among them, in the order of their time: it replaces what the same one said before, and is
 * nothing when they said something else later. At equal times what comes last counts.
 * @returns undefined when nothing changes
 */
export function mergeReaction(kept: readonly KeptReaction[], next: KeptReaction): KeptReaction[] | undefined {
  const same = kept.filter(one => isSameReactor(one, next))
  if (same.some(one => one.at > next.at || (one.at === next.at && one.emoji === next.emoji))) return undefined
  const all = [...kept.filter(one => !same.includes(one)), next].sort((a, b) => a.at - b.at)
  return withinLimit(all)
}

/** What people see. */
export const shownReactions = (kept: readonly KeptReaction[]): KeptReaction[] =>
  kept.filter(({ emoji }) => emoji !== '')

/** What we said last, also that we took it back. */
export const ownReaction = (kept: readonly KeptReaction[]): KeptReaction | undefined =>
  kept.find(({ fromMe }) => fromMe)

/** A person is known by their number, their LID or both; in a chat with one person nobody else is there. */
function isSameReactor(a: KeptReaction, b: KeptReaction): boolean {
  if (a.fromMe || b.fromMe) return a.fromMe && b.fromMe
  if (isContact(a) || isContact(b)) return isContact(a) && isContact(b)
  return (a.number !== undefined && a.number === b.number) || (a.lid !== undefined && a.lid === b.lid)
}

const isContact = ({ number, lid }: KeptReaction): boolean => number === undefined && lid === undefined

/** Who took theirs back is forgotten first, then who reacted first; never our own. */
function withinLimit(all: KeptReaction[]): KeptReaction[] {
  const rest = [...all]
  while (rest.length > REACTORS) {
    const gone = rest.findIndex(one => !one.fromMe && one.emoji === '')
    rest.splice(gone >= 0 ? gone : rest.findIndex(one => !one.fromMe), 1)
  }
  return rest
}
