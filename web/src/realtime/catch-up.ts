/**
 * Fetches again what was read before the server had this tab's rooms: events published in between
 * were missed.
 */
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Join } from './rooms.ts'

/** Fetches what is on screen again, and the rest of the cached data when it is shown. */
export function catchUp(client: QueryClient, filters: QueryFilters = {}) {
  // A first answer that is on its way is shown, and requested again only after that.
  for (const query of client.getQueryCache().findAll(filters))
    if (query.state.data === undefined)
      query.promise?.then(
        () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true }),
        () => undefined,
      )
  void client.invalidateQueries(filters)
}

/**
 * Catches up after a room was joined. The notification room, which is never left, gets every change
 * of a ticket and every new message, so lists and boards need no more; an open conversation also
 * shows what its own room alone gets.
 */
export function catchUpWith(client: QueryClient, join: Join) {
  if (join.action === 'joinNotification') return catchUp(client)
  if (join.action !== 'joinChatBox') return
  const { ticketId } = join
  catchUp(client, { predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(ticketId) })
}
