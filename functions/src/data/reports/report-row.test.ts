import { newId } from '@balcao/shared/ids.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeCompany } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { rowsOf } from '../../../test/rows-of.ts'
import { changeContact } from '../contacts/contact.ts'
import { mergeContacts } from '../contacts/contact-merge.ts'
import type { ContactRow } from '../contacts/contact-row.ts'
import { metered } from '../table/meter.ts'
import { propagateRename } from '../tickets/propagate-rename.ts'
import { changeTicket, createTicket, getTickets, type NewTicket, type TicketChanges } from '../tickets/ticket.ts'
import { deleteTicket } from '../tickets/ticket-removal.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { pageOfReport, toReportTickets } from './report-page.ts'
import { type ReportFilter, reportedTickets } from './report-row.ts'

const DAY_MS = 86_400_000
const ALL: ReportFilter = {
  searchParam: '',
  contactId: '',
  whatsappIds: [],
  users: [],
  queueIds: [],
  statuses: [],
  onlyRated: false,
}
const EVER = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 15) }

const named = (name: string) => ({ id: newId(), name })
const WHATSAPPS = [named('Loja'), named('Filial')]
const USERS = [named('Ana'), named('Bia')]
const QUEUES = [named('Vendas'), named('Suporte')].map(queue => ({ ...queue, color: '#123456' }))

let companyId: string
let contacts: ContactRow[]
let numbers = 0

/** An id of an earlier moment; `newId` never goes back. */
function newIdAt(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}

const start = (at: number, given: Partial<NewTicket> = {}): Promise<TicketRow> =>
  makeTicket(companyId, {
    id: newIdAt(at),
    contact: { id: newId(), name: 'Érica', number: '5511988887777', picture: null, isGroup: false },
    ...given,
  })

async function idsIn(range: typeof EVER, filter: ReportFilter, options = {}): Promise<string[]> {
  const ids: string[] = []
  for await (const found of reportedTickets(companyId, range, filter, options)) ids.push(...found)
  return ids
}

beforeAll(async () => {
  companyId = (await makeCompany()).id
  contacts = []
  for (const name of ['Érica', 'João Peréira', 'Ana'])
    contacts.push(await makeContact(companyId, { name, number: `551198888${1000 + numbers++}` }))
})

/** Applies the filter to the ticket itself, written independently of the one for rows. */
const isIn = (ticket: TicketRow, range: typeof EVER, filter: ReportFilter): boolean => {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const digits = filter.searchParam.replace(/\D/g, '')
  return [
    ticket.createdAt >= range.from && ticket.createdAt <= range.to,
    filter.contactId === '' || ticket.contact.id === filter.contactId,
    filter.whatsappIds.length === 0 || filter.whatsappIds.includes(ticket.whatsapp.id),
    filter.users.length === 0 || filter.users.includes(ticket.user?.id ?? ''),
    filter.queueIds.length === 0 || filter.queueIds.includes(ticket.queue?.id ?? ''),
    filter.statuses.length === 0 ||
      filter.statuses.some(status => (status === 'group' ? ticket.isGroup : ticket.status === status)),
    !filter.onlyRated || ticket.rating !== null,
    filter.searchParam === '' ||
      plain(ticket.contact.name).includes(plain(filter.searchParam)) ||
      (digits !== '' && ticket.contact.number.includes(digits)),
  ].every(Boolean)
}

describe('the rows of the report', () => {
  it('are what the tickets are, for any filter, after any history', async () => {
    const alive = new Map<string, number>()
    const step = fc.record({
      what: fc.constantFrom('make', 'change', 'change', 'change', 'rename', 'merge', 'remove'),
      which: fc.nat(),
      day: fc.integer({ min: 0, max: 40 }),
      status: fc.constantFrom('pending' as const, 'open' as const, 'closed' as const),
      queue: fc.constantFrom(null, ...QUEUES),
      user: fc.constantFrom(null, ...USERS),
      rating: fc.constantFrom(null, 1 as const, 3 as const),
      group: fc.boolean(),
    })
    const filters = fc.record({
      searchParam: fc.constantFrom('', '', 'eri', 'PEREIRA', '8888', '(11) 98888-1001', 'zz'),
      contactId: fc.nat({ max: 5 }),
      whatsappIds: fc.subarray(WHATSAPPS.map(({ id }) => id)),
      users: fc.subarray(USERS.map(({ id }) => id)),
      queueIds: fc.subarray(QUEUES.map(({ id }) => id)),
      statuses: fc.subarray(['open', 'closed', 'pending', 'group'] as const),
      onlyRated: fc.boolean(),
    })
    const first = Date.UTC(2026, 0, 1)
    const onChanged = async () => {}
    const act = async (given: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
      const ids = [...alive.keys()]
      const id = ids[given.which % Math.max(1, ids.length)]
      const contact = contacts[given.which % contacts.length]!
      if (given.what === 'make' || !id) {
        const at = first + given.day * DAY_MS + (given.which % DAY_MS)
        const made = await createTicket(companyId, {
          id: newIdAt(at),
          contact: { ...contact, isGroup: given.group },
          whatsapp: WHATSAPPS[given.which % 2]!,
          queue: given.queue,
          user: given.status === 'open' ? given.user : null,
          status: given.status === 'open' ? 'open' : 'pending',
        })
        if (made.outcome === 'created') alive.set(made.ticket.id, at)
      } else if (given.what === 'change') {
        const set: TicketChanges = { status: given.status, queue: given.queue, user: given.user, rating: given.rating }
        // Somebody else's live ticket may be in the way of one that is opened anew.
        await changeTicket(companyId, id, () => ({ set })).catch(error => {
          if ((error as { code?: string }).code !== 'ERR_OTHER_OPEN_TICKET') throw error
        })
      } else if (given.what === 'remove') {
        await deleteTicket(companyId, id)
        alive.delete(id)
      } else if (given.what === 'merge' && contacts.length > 2) {
        const [other] = contacts.splice(1 + (given.which % (contacts.length - 1)), 1)
        await mergeContacts(companyId, contacts[0]!.id, other!.id)
      } else {
        await changeContact(companyId, contact.id, { name: given.group ? 'Érica Lima' : 'José Pereira' })
        await propagateRename(companyId, 'contact', contact.id, onChanged)
      }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.array(filters, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 0, max: 20 }),
        async (steps, asked, skip) => {
          for (const one of steps) await act(one)
          const tickets = await getTickets(companyId, [...alive.keys()])
          expect(tickets).toHaveLength(alive.size)
          const range = { from: first + skip * DAY_MS, to: first + 2 * skip * DAY_MS + 12_345 }
          for (const given of [{ ...ALL, contactId: 99 }, ...asked]) {
            const filter = { ...given, contactId: contacts[given.contactId]?.id ?? '' }
            for (const days of [EVER, range]) {
              const wanted = tickets
                .filter(ticket => isIn(ticket, days, filter))
                .map(({ id }) => id)
                .sort()
                .reverse()
              expect(await idsIn(days, filter)).toEqual(wanted)
              const page = await pageOfReport(companyId, days, filter, { page: 2, pageSize: 3 })
              expect([page.total, page.tickets.map(({ id }) => id), page.hasMore]).toEqual([
                wanted.length,
                wanted.slice(3, 6),
                wanted.length > 6,
              ])
            }
          }
        },
      ),
      { numRuns: 15 },
    )
  }, 120_000)

  it('are written by what a report tells apart, for two units, and by nothing else', async () => {
    const ticket = await start(Date.UTC(2026, 5, 1))
    const cost = async (set: TicketChanges) =>
      (await metered(() => changeTicket(companyId, ticket.id, () => ({ set, touch: false })))).units.write
    const row = async () => (await rowsOf(companyId)).find(({ sk }) => sk === ticket.id)!
    const before = await row()
    const unread = await cost({ unreadMessages: 3 })
    expect(await row()).toEqual(before)
    const rated = await cost({ rating: 3 })
    expect(rated - unread).toBe(2)
    expect(await row()).not.toEqual(before)
    expect(JSON.stringify(await row()).length).toBeLessThan(350)
  })

  it('are read from where one left it, and no further than is needed', async () => {
    const day = Date.UTC(2025, 2, 3)
    const made: string[] = []
    for (let i = 0; i < 5; i++) made.unshift((await start(day + i * 1000)).id)
    const range = { from: day, to: day + DAY_MS }
    expect(await idsIn(range, ALL)).toEqual(made)
    expect(await idsIn(range, ALL, { below: made[1] })).toEqual(made.slice(2))
    expect(await idsIn(range, ALL, { below: made[4], enough: 2 })).toEqual([])
    // Both ends are taken in, to the millisecond.
    expect(await idsIn({ from: day + 1000, to: day + 3000 }, ALL)).toEqual(made.slice(1, 4))
    expect(await idsIn({ from: day + 1001, to: day + 2999 }, ALL)).toEqual(made.slice(2, 3))
  })

  it('show of a ticket its last closing, as long as it is closed', async () => {
    const ticket = await start(Date.UTC(2025, 3, 3), { user: USERS[0]!, queue: QUEUES[0]!, status: 'open' })
    const set = (changes: TicketChanges) =>
      changeTicket(companyId, ticket.id, () => ({ set: changes })).then(
        async ({ ticket: row }) => (await toReportTickets([row]))[0]!,
      )
    expect(await set({ status: 'closed', rating: 2 })).toMatchObject({
      uuid: ticket.id,
      whatsappName: 'Loja',
      contactName: 'Érica',
      userName: 'Ana',
      queueName: 'Vendas',
      status: 'closed',
      createdAt: '2025-04-03T00:00:00.000Z',
      closedAt: expect.any(String),
      supportTime: expect.any(Number),
      NPS: 2,
    })
    expect(await set({ status: 'open' })).toMatchObject({
      status: 'open',
      closedAt: null,
      supportTime: null,
      NPS: null,
    })
  })
})
