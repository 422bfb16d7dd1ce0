import { AppError } from '@balcao/shared/errors.ts'
import { wordsOf } from '../data/tickets/last-message.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'

/**
 * Requires that whoever takes a ticket off the list of open ones has seen what the contact wrote
 * last: a message that crosses it would lie where nobody looks (decision 0014).
 * @param seen place of the contact's last message they know; undefined requires nothing
 * @throws ERR_TICKET_NEW_MESSAGE
 */
export function requireSeen(now: TicketRow, seen: string | undefined): void {
  const words = wordsOf(now)
  if (seen !== undefined && words && words.place > seen) throw new AppError('ERR_TICKET_NEW_MESSAGE')
}
