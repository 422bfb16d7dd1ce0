import { silenced } from '@balcao/shared/rules/queue-menu.ts'
import { getQueue } from '../data/team/queue.ts'
import { changeTicket } from '../data/tickets/ticket.ts'
import { noteWrite } from '../data/tickets/ticket-note.ts'
import { isServed, NO_BOT, type TicketRow } from '../data/tickets/ticket-row.ts'
import { publishNote, publishTicket, publishTicketLogs } from '../messaging/publish-ticket.ts'
import { timersFor } from '../messaging/ticket-timers.ts'
import type { BotAnswer } from './bot.ts'
import { botNote } from './bot-note.ts'

/**
 * Ends a bot's part of a ticket, and a person's begins: it waits in the queue it is handed off to,
 * the bot stays silent, and the reason is a note by the bot. With `toBot` the menu's part continues
 * instead. Does nothing where a person has it already.
 */
export async function handOff(
  ticket: TicketRow,
  { queueId, reason, by, toBot }: NonNullable<BotAnswer['handOver']>,
): Promise<void> {
  const { companyId } = ticket
  const [queue, timers] = await Promise.all([
    queueId ? getQueue(companyId, queueId) : undefined,
    timersFor(ticket, 'pending'),
  ])
  // A reply stored by an earlier version has no reason.
  const written = reason
    ? noteWrite(companyId, { ...botNote(reason), ticketId: ticket.id, contactId: ticket.contact.id, user: by })
    : undefined
  const changed = await changeTicket(companyId, ticket.id, now => {
    if (!isServed(now)) return undefined
    const place = queue ? { id: queue.id, name: queue.name, color: queue.color } : now.queue
    return {
      set: {
        ...NO_BOT,
        ...timers.set,
        queue: place,
        chatbot: false,
        ...(toBot ? {} : { menu: silenced(now.menu, Date.now()) }),
      },
      logs: [{ type: toBot ? 'chatBot' : 'redirect', queue: place }],
      extra: [...timers.writes, ...(written ? [written.write] : [])],
    }
  })
  if (changed.ticket === changed.before) return
  await Promise.all([
    publishTicket(changed.ticket, changed.before),
    publishTicketLogs(changed.ticket, changed.logs),
    written ? publishNote(changed.ticket, written.note) : undefined,
  ])
}
