/**
 * Indexes contacts, tickets and customers stored before by every part of their numbers, protocol
 * numbers and documents. Users may go on working meanwhile. Idempotent.
 */

import { inParts } from '../in-parts.ts'
import { readContacts } from './contacts/contact.ts'
import { CONTACTS, contactSearchWrites, getContact } from './contacts/contact-row.ts'
import { readCustomers } from './customers/customer.ts'
import { CUSTOMERS, customerSubject, getCustomer } from './customers/customer-row.ts'
import type { Test, Tests } from './table/condition.ts'
import { each } from './table/page.ts'
import { searchWrites } from './table/search-item.ts'
import { CONTENDED, check, retryUntilWritten, transact, type Write } from './table/transact.ts'
import { everyTicket } from './tickets/every-ticket.ts'
import { getTicket, searchSubject } from './tickets/ticket.ts'
import { TICKETS } from './tickets/ticket-row.ts'

/** Number of rows written in parallel. */
const PARALLEL = 8

type Versioned = { companyId: string; id: string; version: number }

/** Kind of rows that have a version. */
type Kind = { check: (row: Versioned, options: { when: (is: Tests<Versioned>) => readonly Test[] }) => Params }
type Params = Record<string, unknown>

/**
 * Writes the search items of a row provided that it is unchanged since it was read; a changed row
 * is read again.
 */
async function indexRow<Row extends Versioned>(
  read: () => Promise<Row | undefined>,
  kind: Kind,
  writesOf: (row: Row) => Write[],
): Promise<boolean> {
  return retryUntilWritten(
    async () => {
      const row = await read()
      if (!row) return false
      const unchanged = kind.check(row, { when: is => [is.equal('version', row.version)] })
      await transact([check('row', unchanged), ...writesOf(row)])
      return true
    },
    { rounds: CONTENDED },
  )
}

const indexContact = (companyId: string, id: string) =>
  indexRow(
    () => getContact(companyId, id, true),
    CONTACTS,
    row => contactSearchWrites(undefined, row),
  )

const indexCustomer = (companyId: string, id: string) =>
  indexRow(
    () => getCustomer(companyId, id, true),
    CUSTOMERS,
    row => searchWrites(companyId, 'customer', id, undefined, customerSubject(row)),
  )

const indexTicket = (companyId: string, id: string) =>
  indexRow(
    () => getTicket(companyId, id, true),
    TICKETS,
    row => searchWrites(companyId, 'ticket', id, undefined, searchSubject(row)),
  )

/** Indexes all rows of a company and returns their number. Throws ERR_NO_COMPANY_FOUND. */
export async function indexAllNumbers(companyId: string): Promise<number> {
  let count = 0
  const indexAll = async (ids: readonly string[], index: (companyId: string, id: string) => Promise<boolean>) => {
    const done = await inParts(ids, PARALLEL, id => index(companyId, id))
    count += done.filter(Boolean).length
  }
  for await (const { id } of each((wanted, from) => readContacts(companyId, wanted, from)))
    await indexAll([id], indexContact)
  for await (const { id } of each(readCustomers(companyId))) await indexAll([id], indexCustomer)
  for await (const ids of everyTicket(companyId)) await indexAll(ids, indexTicket)
  return count
}
