import type { Settings } from '@balcao/shared/entities/setting.ts'
import { fillVariables, type MoreValues, protocolOf } from '@balcao/shared/rules/variables.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'

/** Fields of a ticket that its texts may name; the ticket may not exist yet. */
type Subject = Pick<TicketRow, 'id' | 'createdAt'> &
  Record<'queue' | 'user', { name: string } | null> & { contact: { name: string } }

/**
 * Fills the variables of a text from a ticket's current row and from `more`. `now` is in epoch ms.
 */
export const fillText = (
  text: string,
  ticket: Subject,
  settings: Settings,
  now = Date.now(),
  more: MoreValues = {},
): string =>
  fillVariables(
    text,
    {
      contactName: ticket.contact.name,
      protocol: protocolOf(ticket.id, ticket.createdAt, settings.timezone),
      queueName: ticket.queue?.name,
      userName: ticket.user?.name,
      now,
      timeZone: settings.timezone,
    },
    more,
  )
