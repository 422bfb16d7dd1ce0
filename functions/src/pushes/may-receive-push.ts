import { shouldNotify } from '@balcao/shared/rules/notification.ts'
import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import type { SocketRow } from '../data/realtime/socket.ts'
import type { UserRow } from '../data/team/user.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { SCREEN_ROOM } from '../realtime/recipients.ts'
import { visibilityOf } from '../realtime/ticket-visibility.ts'

/**
 * Returns whether a user gets a push for a message in a ticket: the rule of live alerts
 * (`realtime/recipients.ts`), and only while no browser of theirs is open and visible. A support
 * session as this user does not count as theirs.
 */
export function mayReceivePush(user: UserRow, ticket: TicketRow, sockets: readonly SocketRow[]): boolean {
  const viewer = { ...user, userId: user.id }
  const { status, queueId, userId } = visibilityOf(ticket)
  const alerted =
    maySeeTicket(viewer, { queueId, userId }) &&
    shouldNotify(user, { status, queueId, userId, isGroup: ticket.isGroup })
  return alerted && !isLooking(user, sockets)
}

/**
 * Returns whether a user gets a push for a notice of theirs: while they
 * see its ticket, and no browser.
 */
export const mayReceiveNotice = (user: UserRow, ticket: TicketRow, sockets: readonly SocketRow[]): boolean =>
  maySeeTicket({ ...user, userId: user.id }, visibilityOf(ticket)) && !isLooking(user, sockets)

const isLooking = (user: UserRow, sockets: readonly SocketRow[]): boolean =>
  sockets.some(socket => socket.userId === user.id && !socket.support && isSeen(socket))

const isSeen = ({ rooms }: SocketRow): boolean => rooms.includes(SCREEN_ROOM)
