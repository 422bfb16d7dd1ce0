import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import { silenced } from '@balcao/shared/rules/queue-menu.ts'
import { changeTicket } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { publishTicket, publishTicketLogs } from '../../messaging/publish-ticket.ts'

/** Moves a pending ticket to a queue as long as `waits` still holds, and ends its menu. */
export async function moveToQueue(
  ticket: TicketRow,
  queue: QueueRef,
  waits: (now: TicketRow) => boolean,
): Promise<void> {
  const to = { id: queue.id, name: queue.name, color: queue.color }
  const {
    before,
    ticket: after,
    logs,
  } = await changeTicket(ticket.companyId, ticket, now =>
    waits(now)
      ? {
          set: { queue: to, chatbot: false, menu: silenced(now.menu, Date.now()) },
          logs: [{ type: 'redirect', queue: to }],
        }
      : undefined,
  )
  if (after !== before) await Promise.all([publishTicket(after, before), publishTicketLogs(after, logs)])
}
