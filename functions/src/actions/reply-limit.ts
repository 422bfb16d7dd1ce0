import { AppError } from '@balcao/shared/errors.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'

/** Most replies of rules in one conversation within an hour. */
const MAX_REPLIES = 20

const HOUR_MS = 3_600_000

/**
 * Counts one more reply of a rule at a time (epoch ms). Whoever is answered may be a machine that
 * answers each message, a rule of another company or an away message: such a pair ends when one of
 * the two stops (decision 0090).
 * @throws ERR_TOO_MANY_REPLIES
 */
export function nextReply({ ruleReplies: before }: TicketRow, now: number): NonNullable<TicketRow['ruleReplies']> {
  if (!before || now - before.since >= HOUR_MS) return { since: now, count: 1 }
  if (before.count >= MAX_REPLIES) throw new AppError('ERR_TOO_MANY_REPLIES')
  return { ...before, count: before.count + 1 }
}
