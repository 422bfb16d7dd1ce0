import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { listSockets } from '../data/realtime/socket.ts'
import { getTicket } from '../data/tickets/ticket.ts'
import { publish } from './publish.ts'
import { chatRoom } from './recipients.ts'
import { visibilityOf } from './ticket-visibility.ts'

/** Publishes the viewers of a conversation to everybody who has it open. */
export async function publishViewers(companyId: string, ticketId: string): Promise<void> {
  const [ticket, sockets] = await Promise.all([getTicket(companyId, ticketId), listSockets(companyId)])
  if (!ticket) return
  const users = new Map(
    sockets
      .filter(socket => socket.rooms.includes(chatRoom(ticketId)) && maySeeTicket(socket, visibilityOf(ticket)))
      .map(({ userId, userName }) => [userId, { id: userId, name: userName }]),
  )
  if (users.size === 0) return
  await publish(
    companyId,
    'ticket',
    { action: 'viewers', ticketId, users: [...users.values()] },
    { ticket: visibilityOf(ticket) },
  )
}
