import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, type TestCompany } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { newDataImport } from '../../../test/new-data-import.ts'
import { changeContact } from '../contacts/contact.ts'
import { DATA_IMPORTS } from '../imports/data-import.ts'
import { metered } from '../table/meter.ts'
import { searchWrites } from '../table/search-item.ts'
import { createRow } from '../table/small-list.ts'
import { transact } from '../table/transact.ts'
import { searchSubject } from './ticket.ts'
import { linkTicket } from './ticket-link.ts'
import { type TicketRow, ticketWrite } from './ticket-row.ts'

let company: TestCompany
/** Tickets of the people, some of another system. */
const imported = new Map<string, string[]>()
const own: string[] = []

const find = async (searchParam: string, more: object = {}) => {
  const query = { searchParam, showAll: 'true' as const, ...more }
  return (await call(tickets.list, { as: company.admin, query })).body
}

/** Read units of the dearest page so far. */
let dearest = 0

/** Returns the ids on all pages of a search. */
async function findAll(searchParam: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { result: page, units } = await metered(() => find(searchParam, cursor ? { cursor } : {}))
    dearest = Math.max(dearest, units.read)
    ids.push(...page.tickets.map(({ id }) => id))
    if (!page.hasMore) return ids
    cursor = page.nextCursor!
  }
}

/** Writes a closed ticket as an import does, like a ticket that is there. */
async function importTicket(like: TicketRow): Promise<string> {
  const id = newId()
  const row: TicketRow = { ...like, id, version: 1, status: 'closed', closedAt: like.createdAt, foundByContact: true }
  await transact([
    ticketWrite(row),
    ...linkTicket(company.id, row.contact.id, id),
    ...searchWrites(company.id, 'ticket', id, undefined, searchSubject(row)),
  ])
  return id
}

beforeAll(async () => {
  company = await makeCompany()
  await createRow(company.id, DATA_IMPORTS, newDataImport())
  for (let n = 0; n < 12; n++) {
    const number = `55119876500${String(n).padStart(2, '0')}`
    const contact = await makeContact(company.id, { name: `Rosalina Prado ${n}`, number })
    const row = await makeTicket(company.id, { contact })
    own.push(row.id)
    const ids: string[] = []
    for (let i = 0; i < (n === 3 ? 24 : 2); i++) ids.push(await importTicket(row))
    imported.set(contact.id, ids)
  }
})

describe('a search for tickets', () => {
  it('shows tickets of another system after the others, each once, on as many pages as it takes', async () => {
    const found = await findAll('rosalina')
    expect(found.slice(0, own.length).toSorted()).toEqual(own.toSorted())
    expect(found.slice(own.length).toSorted()).toEqual([...imported.values()].flat().toSorted())
    expect(await findAll('prado rosalina')).toHaveLength(found.length)
  })

  it('lists those of one contact newest first', async () => {
    const ids = [...imported.values()].find(({ length }) => length === 24)!
    const found = (await findAll('rosalina')).filter(id => ids.includes(id))
    expect(found).toEqual(ids.toSorted().toReversed())
  })

  it('finds them by the name that the contact has by now', async () => {
    const [contactId, ids] = [...imported][0]!
    await changeContact(company.id, contactId, { name: 'Genoveva' })
    expect((await findAll('genoveva')).filter(id => ids.includes(id))).toEqual(ids.toSorted().toReversed())
    expect((await findAll('rosalina')).filter(id => ids.includes(id))).toEqual([])
  })

  it('finds one by the beginning of its protocol number, also of digits', async () => {
    const id = [...imported.values()][1]![0]!
    expect((await find(id.slice(-6))).tickets.map(each => each.id)).toContain(id)
    expect((await find(`20260301-${id.slice(-6)}`)).tickets.map(each => each.id)).toContain(id)
  })

  it('costs at most ten read units a page', async () => {
    // What the process remembers of its caller stays remembered.
    vi.useFakeTimers({ toFake: ['Date'] })
    await findAll('rosalina')
    dearest = 0
    for (const text of ['rosalina', 'prado', '98765', '5511987650003']) expect(await findAll(text)).not.toEqual([])
    expect(dearest).toBeGreaterThan(5)
    expect(dearest).toBeLessThanOrEqual(10)
    vi.useRealTimers()
  })
})
