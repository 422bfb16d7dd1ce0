import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'
import { useIdle } from '#/lib/use-idle.ts'

/** Most unread conversations that are counted: a badge shows no more than 99. */
const MOST = '100'
/** Events keep the rows current, so they are read again seldom. */
const STALE_MS = 5 * 60_000

/**
 * Returns how many tickets wait in this person's queues, and how many of their own conversations
 * hold unread messages. Read after the first screen; 0 until then.
 */
export function useTicketCounts(): { waiting: number; unread: number } {
  const enabled = useIdle()
  // Without a filter the list's own counts are the same query.
  const counts = useQuery({ ...apiQuery(tickets.count, { query: {} }), enabled })
  const unread = useQuery({
    ...apiQuery(tickets.list, { query: { status: 'open', withUnreadMessages: 'true', limit: MOST } }),
    enabled,
    staleTime: STALE_MS,
  })
  return {
    waiting: counts.data?.pending ?? 0,
    unread: unread.data?.tickets.filter(ticket => ticket.unreadMessages > 0).length ?? 0,
  }
}
