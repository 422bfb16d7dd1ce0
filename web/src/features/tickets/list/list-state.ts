import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { isId } from '@balcao/shared/ids.ts'
import { localValue } from '#/lib/local-value.ts'
import { createStore } from '#/lib/store.ts'

/** True if an admin sees everybody's tickets, kept in the browser. */
export const showAllChoice = localValue<boolean>('tickets.show-all', raw => raw === 'true', String)

/** Queues chosen in the filter; empty means all of the user's own. */
export const queueChoice = localValue<readonly string[]>(
  'tickets.queues',
  raw => {
    try {
      const list: unknown = JSON.parse(raw ?? '[]')
      return Array.isArray(list) ? list.filter(each => typeof each === 'string' && isId(each)) : []
    } catch {
      return []
    }
  },
  JSON.stringify,
)

/** Tickets of the list on screen, in its order, to find the next one. */
export const shownTickets = createStore<readonly Ticket[]>([])

/** Returns the ticket after one in the list on screen, else the one before it. */
export function neighbourOf(ticketId: string): Ticket | undefined {
  const rows = shownTickets.get().filter(row => row.status === 'open' || row.id === ticketId)
  const at = rows.findIndex(row => row.id === ticketId)
  return at < 0 ? undefined : (rows[at + 1] ?? rows[at - 1])
}

/** Returns ids in the form the calls take. */
export const some = (ids: readonly string[] | undefined) => (ids && ids.length > 0 ? JSON.stringify(ids) : undefined)
