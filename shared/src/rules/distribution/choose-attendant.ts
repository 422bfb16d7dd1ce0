import type { Distribution, Given, HeldReason } from '../../entities/distribution.ts'

/** Member of a queue as the distribution sees them. */
export type Attendant = {
  id: string
  /** True if they are online, within their hours and not paused. */
  available: boolean
  /** Open tickets in the queue, which its limit is about. */
  inQueue: number
  /** Open tickets in all queues. */
  open: number
}

export type Choice = { userId: string; given: Given } | { held: HeldReason }

type Rule = {
  distribution: Distribution
  /** Open tickets of the queue with which somebody has no room; null: everybody has. */
  maxOpenTickets: number | null
}

/**
 * Chooses who gets the next ticket of a queue. In turn, it is the first with room behind the `last`
 * one, in the order of ids and around; by work, whoever has the fewest open tickets,
 * and of those the first in turn.
 */
export function chooseAttendant(
  { distribution, maxOpenTickets }: Rule,
  members: readonly Attendant[],
  last: string | undefined,
): Choice {
  if (members.length === 0) return { held: 'noMembers' }
  const available = members.filter(member => member.available)
  if (available.length === 0) return { held: 'noneAvailable' }
  const free = available.filter(({ inQueue }) => maxOpenTickets === null || inQueue < maxOpenTickets)
  const inTurn = free.sort((a, b) => turnOf(a.id, last) - turnOf(b.id, last) || (a.id < b.id ? -1 : 1))
  const [chosen] = distribution === 'leastBusy' ? inTurn.sort((a, b) => a.open - b.open) : inTurn
  if (!chosen) return { held: 'noRoom' }
  const reason = distribution === 'leastBusy' ? 'leastBusy' : 'turn'
  return { userId: chosen.id, given: { reason, open: distribution === 'leastBusy' ? chosen.open : chosen.inQueue } }
}

/** Returns 0 for somebody behind the last one, 1 for who comes after the beginning again. */
const turnOf = (id: string, last: string | undefined): number => (last === undefined || id > last ? 0 : 1)
