// A queue of another company, one the caller is not in, or one there is not: as a filter it shows
// nothing of theirs, as a place for a ticket it is refused and changes nothing.
import { ticketreport } from '@balcao/shared/api/reports/ticketreport.ts'
import { kanban } from '@balcao/shared/api/tickets/kanban.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { QueueRow } from '../src/data/team/queue.ts'
import { getTicket } from '../src/data/tickets/ticket.ts'
import type { TicketRow } from '../src/data/tickets/ticket-row.ts'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestUser } from './harness.ts'
import { makeContact } from './make-contact.ts'
import { makeTicket } from './make-ticket.ts'

let companyId: string
let admin: TestUser
let user: TestUser
/**
 * The user's queue, one of colleagues, one of another company; and a ticket that waits in each, and
 * in none.
 */
let [mine, colleagues, theirs]: QueueRow[] = []
let [inMine, inColleagues, inNone, inTheirs]: TicketRow[] = []

beforeAll(async () => {
  const company = await makeCompany()
  const other = await makeCompany()
  companyId = company.id
  admin = company.admin
  // A ticket lacks nothing but its queue: of two things that are not there either may be found
  // missing first.
  await makeWhatsapp(companyId, { isDefault: true })
  mine = await makeQueue(companyId)
  colleagues = await makeQueue(companyId)
  theirs = await makeQueue(other.id)
  user = await makeUser(companyId, { queueIds: [mine.id], allTicket: 'enabled' })
  inMine = await makeTicket(companyId, { queue: mine })
  inColleagues = await makeTicket(companyId, { queue: colleagues })
  inNone = await makeTicket(companyId)
  inTheirs = await makeTicket(other.id, { queue: theirs })
})

const status = 'pending' as const
const json = (ids: readonly string[]) => JSON.stringify(ids)
/** Each way in which tickets are read by queues. */
const READS = {
  'a tab': async (as: TestUser, queueIds: string) =>
    (await call(tickets.list, { as, query: { status, queueIds } })).body.tickets,
  'all tickets': async (as: TestUser, queueIds: string) =>
    (await call(tickets.list, { as, query: { status, showAll: 'true', queueIds } })).body.tickets,
  'a search': async (as: TestUser, queueIds: string) =>
    (await call(tickets.list, { as, query: { searchParam: 'maria', showAll: 'true', queueIds } })).body.tickets,
  'the board': async (as: TestUser, queueIds: string) =>
    (await call(kanban.board, { as, query: { queueIds } })).body.tickets,
} as const

const day = (at: number) => new Date(at).toISOString().slice(0, 10)
const report = async (queueIds: string) => {
  const query = { dateFrom: day(Date.now() - 86_400_000), dateTo: day(Date.now() + 86_400_000), queueIds }
  const { body } = await call(ticketreport.reports, { as: admin, query })
  return body
}

describe('a foreign queue as a filter', () => {
  it.each(Object.entries(READS))('%s shows nothing of it', async (_, read) => {
    const ids = async (as: TestUser, queues: readonly string[]) =>
      (await read(as, json(queues))).map(({ id }) => id).filter(id => id !== inNone!.id)
    for (const wanted of [[theirs!.id], [newId()], [theirs!.id, newId()]])
      for (const as of [user, admin]) expect(await ids(as, wanted)).toEqual([])
    expect(await ids(user, [colleagues!.id, theirs!.id])).toEqual([])
    expect(await ids(user, [mine!.id, colleagues!.id, theirs!.id])).toEqual([inMine!.id])
    expect(await ids(admin, [colleagues!.id, theirs!.id])).toEqual([inColleagues!.id])
  })

  it('counts nothing of it', async () => {
    const waiting = async (as: TestUser, queues: readonly string[]) =>
      (await call(tickets.count, { as, query: { showAll: 'true', queueIds: json(queues) } })).body.pending
    const none = await waiting(admin, [newId()])
    expect(await waiting(admin, [theirs!.id])).toBe(none)
    expect(await waiting(admin, [mine!.id, theirs!.id])).toBe(none + 1)
    expect(await waiting(user, [colleagues!.id, theirs!.id])).toBe(await waiting(user, [newId()]))
  })

  it('is none of the report’s', async () => {
    expect((await report(json([theirs!.id]))).tickets).toEqual([])
    expect((await report(json([theirs!.id, mine!.id]))).tickets.map(({ id }) => id)).toEqual([inMine!.id])
  })
})

describe('a foreign queue as a place', () => {
  it('takes no ticket, and the ticket stays as it is', async () => {
    const { id } = inMine!
    const before = await getTicket(companyId, id)
    for (const queueId of [theirs!.id, newId()]) {
      const moved = await call(tickets.update, { as: admin, params: { id }, body: { queueId } })
      expect(moved.error).toBe('ERR_NO_QUEUE_FOUND')
    }
    expect(await getTicket(companyId, id)).toEqual(before)
    const contact = await makeContact(companyId, { name: 'Ana', number: '5511966665555' })
    const body = { contactId: contact.id, queueId: theirs!.id }
    expect((await call(tickets.create, { as: admin, body })).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await call(tickets.list, { as: admin, query: { status: 'open', showAll: 'true' } })).body.tickets).toEqual(
      [],
    )
    // What is theirs is not even there.
    const params = { id: inTheirs!.id }
    const taken = await call(tickets.update, { as: admin, params, body: { queueId: mine!.id } })
    expect(taken.error).toBe('ERR_NO_TICKET_FOUND')
  })
})
