/**
 * Finds tickets by typed text: first by their own search items, then closed tickets of another
 * system by their contacts. An import writes no items for each of those: they would be a fifth of
 * all it writes, and the contact has the same ones.
 */
import { hasImports } from '../imports/has-imports.ts'
import type { Slice } from '../table/page.ts'
import { type Budget, idsOf, type SearchPosition, searchPage } from '../table/search.ts'
import { getTickets } from './ticket.ts'
import { contactSource, linkedTickets } from './ticket-link.ts'
import type { TicketSource } from './ticket-partitions.ts'
import type { TicketRow } from './ticket-row.ts'

/** Bytes of half a read unit: a row that is read by its id, or a page of links. */
const HALF_UNIT = 4096
/**
 * Budget of a slice: a number is looked up in several places, so at most 8.5 read units including
 * the rows.
 */
const BUDGET = 17 * HALF_UNIT

/** Number of contacts that are looked up at once. */
const CONTACTS = 4

/** Position among contacts: in the middle of one's tickets, or after their search position. */
type ByContact = { contacts: SearchPosition | null; contactId?: string; before?: string | null }
type Position = SearchPosition | ByContact | null

const isByContact = (position: Position): position is ByContact => position !== null && 'contacts' in position

/** Returns the source of the tickets that a text finds. */
export const ticketsByText =
  (companyId: string, text: string): TicketSource =>
  async (wanted, from) => {
    const position = from as Position
    const budget: Budget = { bytes: BUDGET, perHit: HALF_UNIT }
    if (isByContact(position)) return contactsTickets(companyId, text, wanted, position, budget.bytes)
    const { hits, next, looked } = await searchPage(companyId, 'ticket', text, wanted, position, budget)
    const found = await ticketsIn(companyId, idsOf(hits))
    const rows = hits.flatMap(hit => {
      const row = found.get(hit.id)
      return row ? [{ row, position: hit.position, looked: hit.looked }] : []
    })
    if (next || !(await hasImports(companyId))) return { rows, end: next, more: next !== null, looked }
    const others = await contactsTickets(companyId, text, wanted - rows.length, { contacts: null }, budget.bytes)
    const [first, ...rest] = others.rows
    const counted = first ? [{ ...first, looked: looked + (first.looked ?? 1) }, ...rest] : []
    return { ...others, rows: [...rows, ...counted], looked: (first ? 0 : looked) + (others.looked ?? 0) }
  }

const ticketsIn = async (companyId: string, ids: readonly string[]): Promise<Map<string, TicketRow>> =>
  new Map((await getTickets(companyId, ids)).map(ticket => [ticket.id, ticket]))

/**
 * Reads tickets that are found by their contacts: contacts in the order of a search, the newest
 * ticket of each first. It may end with fewer than `wanted`, even none, and go on.
 */
async function contactsTickets(
  companyId: string,
  text: string,
  wanted: number,
  from: ByContact,
  bytes: number,
): Promise<Slice<TicketRow>> {
  const rows: Slice<TicketRow>['rows'] = []
  const budget: Budget = { bytes, perHit: 0 }
  let end = from
  let looked = 0
  const answer = (more: boolean): Slice<TicketRow> => ({ rows, end, more, looked })
  /** Reads more tickets of the contact at the position; returns false if the page ends there. */
  const readOn = async ({ contacts, contactId, before }: Required<ByContact>): Promise<boolean> => {
    const room = Math.min(wanted - rows.length, Math.floor(budget.bytes / HALF_UNIT) - 1)
    if (room <= 0) return false
    const ids = await linkedTickets(companyId, contactSource(contactId), { limit: room + 1, before })
    const taken = ids.slice(0, room)
    const found = await ticketsIn(companyId, taken)
    budget.bytes -= HALF_UNIT * (1 + taken.length)
    for (const id of taken) {
      looked += 1
      end = { contacts, contactId, before: id }
      const row = found.get(id)
      if (!row?.foundByContact) continue
      rows.push({ row, position: end, looked })
      looked = 0
    }
    if (ids.length > room) return readOn({ contacts, contactId, before: taken.at(-1)! })
    end = { contacts }
    return true
  }
  if (end.contactId !== undefined && !(await readOn({ before: null, ...end, contactId: end.contactId })))
    return answer(true)
  for (;;) {
    // A contact, its links and a ticket have to be read.
    if (rows.length === wanted || budget.bytes < 3 * HALF_UNIT) return answer(true)
    const { hits, next, looked: passed } = await searchPage(companyId, 'contact', text, CONTACTS, end.contacts, budget)
    for (const { id, position, looked: examined } of hits) {
      looked += examined
      end = { contacts: position, contactId: id, before: null }
      if (!(await readOn({ contacts: position, contactId: id, before: null }))) return answer(true)
    }
    looked += passed
    if (!next) return answer(false)
    end = { contacts: next }
  }
}
