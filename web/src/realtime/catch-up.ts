import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '#/lib/apply-list-event.ts'
import type { Join } from './rooms.ts'

/**
 * Fetches again what was read before the server had this tab's rooms, since events published in
 * between were missed: what is on screen now, and other cached data when it is shown.
 * @param join the one room that was joined; without it, all of a new socket. The notification room,
 * which is never left, gets every change of a ticket and every new message, so lists and boards
 * need no more; an open conversation also shows what its own room alone gets.
 */
export function catchUp(client: QueryClient, join?: Join) {
  if (join?.action === 'joinTickets' || join?.action === 'joinScreen') return
  const id = join?.action === 'joinChatBox' ? join.ticketId : ''
  readAgain(client, { predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id) })
}
