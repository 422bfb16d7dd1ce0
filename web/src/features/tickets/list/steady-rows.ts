import type { Ticket } from '@balcao/shared/entities/ticket.ts'

/** Row as it is shown; `gone` if the ticket is no longer in the list. */
export type SteadyRow = { ticket: Ticket; gone: boolean }

/**
 * Returns the rows in the order in which they were shown, with their present content. Rows that
 * came after the last known one were loaded by scrolling, and are appended; others are held back.
 */
export function held(before: readonly SteadyRow[], rows: readonly Ticket[]): SteadyRow[] {
  const now = new Map(rows.map(ticket => [ticket.id, ticket]))
  const known = new Set(before.map(({ ticket }) => ticket.id))
  const end = rows.findLastIndex(({ id }) => known.has(id))
  return [
    ...before.map(({ ticket }) => ({ ticket: now.get(ticket.id) ?? ticket, gone: !now.has(ticket.id) })),
    ...rows.slice(end + 1).map(ticket => ({ ticket, gone: false })),
  ]
}
