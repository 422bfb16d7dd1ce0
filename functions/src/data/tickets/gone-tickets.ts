import { type Buildable, queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { getTickets } from './ticket.ts'

/** Rows that are looked at at once. */
const LOOKED_AT = 100

/**
 * Removes from the next rows of a log, newest first, those whose ticket (`ticketId`) no longer
 * exists. Returns the sort key below which it goes on, or null at the end.
 */
export async function removeOfGoneTickets(companyId: string, query: Buildable): Promise<string | null> {
  const { items, more } = await queryItems<{ pk: string; sk: string; ticketId: string }>(query, LOOKED_AT, {
    attributes: ['pk', 'sk', 'ticketId'],
  })
  const tickets = await getTickets(companyId, [...new Set(items.map(({ ticketId }) => ticketId))], true)
  const there = new Set(tickets.map(({ id }) => id))
  const gone = items.filter(({ ticketId }) => !there.has(ticketId))
  await removeKeys(gone.map(({ pk, sk }) => ({ pk, sk })))
  return more || items.length === LOOKED_AT ? (items.at(-1)?.sk ?? null) : null
}
