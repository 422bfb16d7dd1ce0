/**
 * Reactions to a message as they are stored: the last one of each person. A removed reaction stays,
 * without emoji, so that an older one that arrives late does not return.
 */
export type KeptReaction = {
  /** Emoji; '' after it was removed. */
  emoji: string
  /** Time of the reaction, epoch milliseconds, by the clock of the person who reacted. */
  at: number
  /** True if the business reacted: on its own phone, or an attendant (`userId`). */
  fromMe: boolean
  /**
   * Person who reacted in a group, if it is not us. Without number and LID it is the contact of the
   * chat.
   */
  number?: string | undefined
  lid?: string | undefined
  name?: string | undefined
  userId?: string | undefined
}

/** Maximum reactions stored at a message; a group can have a thousand members. */
export const REACTORS = 100

/**
 * Adds `next` to the reactions, in the order of their time: it replaces the earlier one of the same
 * person, and is ignored if they have a later one. At equal times the last one to arrive counts.
 * @returns undefined if nothing changes
 */
export function mergeReaction(kept: readonly KeptReaction[], next: KeptReaction): KeptReaction[] | undefined {
  const same = kept.filter(one => isSameReactor(one, next))
  if (same.some(one => one.at > next.at || (one.at === next.at && one.emoji === next.emoji))) return undefined
  const all = [...kept.filter(one => !same.includes(one)), next].sort((a, b) => a.at - b.at)
  return withinLimit(all)
}

/** Returns the reactions that people see. */
export const shownReactions = (kept: readonly KeptReaction[]): KeptReaction[] =>
  kept.filter(({ emoji }) => emoji !== '')

/** Returns our last reaction, also a removed one. */
export const ownReaction = (kept: readonly KeptReaction[]): KeptReaction | undefined =>
  kept.find(({ fromMe }) => fromMe)

/**
 * Returns whether two reactions are of the same person, who is known by number, LID or both; in a
 * chat with one person there is nobody else.
 */
function isSameReactor(a: KeptReaction, b: KeptReaction): boolean {
  if (a.fromMe || b.fromMe) return a.fromMe && b.fromMe
  if (isContact(a) || isContact(b)) return isContact(a) && isContact(b)
  return (a.number !== undefined && a.number === b.number) || (a.lid !== undefined && a.lid === b.lid)
}

const isContact = ({ number, lid }: KeptReaction): boolean => number === undefined && lid === undefined

/**
 * Keeps the list within its limit: removed reactions are dropped first, then the earliest ones;
 * never our own.
 */
function withinLimit(all: KeptReaction[]): KeptReaction[] {
  const rest = [...all]
  while (rest.length > REACTORS) {
    const gone = rest.findIndex(one => !one.fromMe && one.emoji === '')
    rest.splice(gone >= 0 ? gone : rest.findIndex(one => !one.fromMe), 1)
  }
  return rest
}
