import type { PollQuestion } from '../entities/poll.ts'

/** Vote as it is stored: the last one of each person. A withdrawn one stays, without options. */
export type KeptVote = {
  /** Places of the chosen options, from 0. */
  options: number[]
  /** Time of the vote, epoch milliseconds, by the clock of the person who voted. */
  at: number
  /** True if the business voted, on its own phone. */
  fromMe: boolean
  /** Person who voted in a group. Without number and LID it is the contact of the chat. */
  number?: string | undefined
  lid?: string | undefined
  name?: string | undefined
}

/** Most votes stored with a poll: a group has at most 1,024 members. */
export const VOTERS = 1100

/** Returns a poll as lines of text: its question, and each option with a dash. */
export const pollText = ({ question, options }: Pick<PollQuestion, 'question' | 'options'>): string =>
  [question, ...options.map(option => `- ${option}`)].join('\n')

/**
 * Adds `next` to the votes, in the order of their time: it replaces the earlier one of the same
 * person, and is ignored if they have a later one.
 * @returns undefined if nothing changes
 */
export function mergeVote(kept: readonly KeptVote[], next: KeptVote): KeptVote[] | undefined {
  const same = kept.filter(one => isSameVoter(one, next))
  if (same.some(one => one.at > next.at || (one.at === next.at && one.options.join() === next.options.join())))
    return undefined
  const others = kept.filter(one => !same.includes(one))
  if (others.length >= VOTERS) return undefined
  return [...others, whole(next, same)].sort((a, b) => a.at - b.at)
}

/**
 * Returns a vote with what the person's earlier ones know of them: one that names the LID alone
 * must not make their next one, by number, somebody else's.
 */
function whole(next: KeptVote, earlier: readonly KeptVote[]): KeptVote {
  const known = [next, ...earlier]
  const of = (part: 'number' | 'lid' | 'name') => known.find(each => each[part] !== undefined)?.[part]
  const [number, lid, name] = [of('number'), of('lid'), of('name')]
  return { ...next, ...(number ? { number } : {}), ...(lid ? { lid } : {}), ...(name ? { name } : {}) }
}

/** Returns the votes that count. */
export const countedVotes = (kept: readonly KeptVote[]): KeptVote[] => kept.filter(({ options }) => options.length > 0)

/** Returns whether two votes are of one person, who is known by number, LID or both. */
function isSameVoter(a: KeptVote, b: KeptVote): boolean {
  if (a.fromMe || b.fromMe) return a.fromMe && b.fromMe
  if (isContact(a) || isContact(b)) return isContact(a) && isContact(b)
  return (a.number !== undefined && a.number === b.number) || (a.lid !== undefined && a.lid === b.lid)
}

const isContact = ({ number, lid }: KeptVote): boolean => number === undefined && lid === undefined
