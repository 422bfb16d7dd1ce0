import { z } from 'zod'

/** Ways in which a queue's waiting tickets reach people: by hand, in turn, or to the least busy. */
export const DISTRIBUTIONS = ['manual', 'roundRobin', 'leastBusy'] as const
export const Distribution = z.enum(DISTRIBUTIONS)
export type Distribution = z.infer<typeof Distribution>

/** Largest limit of open tickets that a queue may set. */
export const MAX_OPEN_TICKETS = 500

/** Minutes offline after which unanswered tickets return to the queue. */
export const AWAY_MINUTES = 10

/** Reasons why somebody got a ticket. */
export const GIVEN_REASONS = ['turn', 'leastBusy'] as const
/** Reasons why nobody got one: nobody is in the queue, none of them is available, none has room. */
export const HELD_REASONS = ['noMembers', 'noneAvailable', 'noRoom'] as const
export const HeldReason = z.enum(HELD_REASONS)
export type HeldReason = z.infer<typeof HeldReason>

/** Decision about a waiting ticket; `returned` took it from somebody who was away. */
export const DistributionReason = z.enum([...GIVEN_REASONS, ...HELD_REASONS, 'returned'])
export type DistributionReason = z.infer<typeof DistributionReason>

/** Reason for which a ticket was given to somebody, and the number of open ones they had before. */
export const Given = z.object({ reason: z.enum(GIVEN_REASONS), open: z.number().int() })
export type Given = z.infer<typeof Given>
