import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { DistributionReason } from './distribution.ts'
import { UserRef } from './user.ts'

/** Entry of a queue's log. */
export const DistributionDecision = z.object({
  id: Id,
  ticketId: Id,
  /** Name of the ticket's contact at that time. */
  contactName: z.string(),
  /** Person who got the ticket or from whom it was taken; null if nobody got it. */
  user: UserRef.nullable(),
  reason: DistributionReason,
  /** Open tickets of that person before, by which they were chosen; null if nobody got it. */
  open: z.number().int().nullable(),
  createdAt: Instant,
})
export type DistributionDecision = z.infer<typeof DistributionDecision>
