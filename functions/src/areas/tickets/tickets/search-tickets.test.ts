import { ticketsArea } from '@balcao/shared/api/index.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, type TestUser } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { metered } from '../../../data/table/meter.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import { linkedTickets, REFERRAL_SOURCE } from '../../../data/tickets/ticket-link.ts'
import { deleteTicket } from '../../../data/tickets/ticket-removal.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'

const { tickets, tags } = ticketsArea.resources

let admin: TestUser
let companyId: string
let ana: TestUser
let queues: Awaited<ReturnType<typeof makeQueue>>[]
let made: TicketRow[]

const NAMES = ['Maria Andrade', 'Wanderléia Souza', 'João Andrade', 'Ana Maria']

beforeAll(async () => {
  const company = await makeCompany()
  admin = company.admin
  companyId = company.id
  queues = [await makeQueue(company.id), await makeQueue(company.id)]
  ana = await makeUser(company.id, { queueIds: [queues[0]!.id] })
  made = []
  for (let i = 0; i < 40; i++) {
    const number = `55118${String(Date.now() % 1e4).padStart(4, '6')}${String(1000 + i)}`
    const contact = await makeContact(company.id, { name: NAMES[i % 4]!, number })
    const served = i === 1 ? { user: { id: ana.user.id, name: 'Ana' }, status: 'open' as const } : {}
    made.push(await makeTicket(company.id, { contact, queue: queues[i % 2]!, ...served }))
  }
})

const search = async (
  as: TestUser,
  query: Parameters<typeof call<typeof tickets.list>>[1] extends infer _ ? object : never,
) => {
  const { body, error } = await call(tickets.list, { query: query as never, as })
  if (error) throw new Error(error)
  return body
}
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

describe('searching tickets', () => {
  it('costs ten read units at most, session and caller included, and goes on behind its fifteen rows', async () => {
    const { result: page, units } = await metered(() => search(admin, { searchParam: 'andrade', showAll: true }))
    expect(page.tickets).toHaveLength(15)
    expect(units.read).toBeLessThanOrEqual(10)
    expect(units.write).toBe(0)
    const next = await search(admin, { searchParam: 'andrade', showAll: true, cursor: page.nextCursor! })
    expect(next.tickets).toHaveLength(5)
    const second = await search(admin, { searchParam: 'andrade', showAll: true, pageNumber: 2 })
    expect(ids(second.tickets)).toEqual(ids(next.tickets))
    expect(new Set([...ids(page.tickets), ...ids(next.tickets)]).size).toBe(20)
  })

  it('finds by name, newest first, a page at a time', async () => {
    const first = await search(admin, { searchParam: 'andrade', limit: '15' })
    expect(first.tickets).toHaveLength(15)
    expect(ids(first.tickets)).toEqual(ids(first.tickets).sort().reverse())
    const second = await search(admin, { searchParam: 'andrade', limit: '15', cursor: first.nextCursor })
    expect(new Set([...ids(first.tickets), ...ids(second.tickets)]).size).toBe(20)
    expect(second.nextCursor).toBeNull()
    expect((await search(admin, { searchParam: 'maria and' })).tickets).toHaveLength(10)
    expect((await search(admin, { searchParam: 'andrade joao' })).tickets).toHaveLength(10)
    expect((await search(admin, { searchParam: 'W' })).tickets).toHaveLength(10)
  })

  it('finds by number, id and protocol', async () => {
    const ticket = made[7]!
    expect(ids((await search(admin, { searchParam: ticket.contact.number })).tickets)).toEqual([ticket.id])
    expect(ids((await search(admin, { searchParam: ticket.id })).tickets)).toEqual([ticket.id])
    const protocol = `20261120-${ticket.id.slice(-6).toUpperCase()}`
    expect(ids((await search(admin, { searchParam: protocol })).tickets)).toContain(ticket.id)
  })

  it('shows an attendant only what they may see', async () => {
    const seen = (await search(ana, { searchParam: 'andrade' })).tickets
    expect(seen.every(ticket => ticket.queueId === queues[0]!.id)).toBe(true)
    // Her own one, in a queue that is not hers.
    expect(ids((await search(ana, { searchParam: 'wanderleia' })).tickets)).toContain(made[1]!.id)
    expect((await search(ana, { searchParam: made[3]!.id })).tickets).toEqual([])
    const stranger = (await makeCompany()).admin
    expect((await search(stranger, { searchParam: 'andrade' })).tickets).toEqual([])
  })

  it('filters by tags, users, days and unread', async () => {
    const tag = (await call(tags.create, { as: admin, body: { name: 'VIP', color: '#ff0000' } })).body
    const other = (await call(tags.create, { as: admin, body: { name: 'Atacado', color: '#00ff00' } })).body
    await call(tags.sync, { as: admin, body: { ticketId: made[4]!.id, tags: [tag.id] } })
    await call(tags.sync, { as: admin, body: { ticketId: made[5]!.id, tags: [tag.id, other.id] } })
    const by = (list: string[]) => JSON.stringify(list)
    expect(ids((await search(admin, { tags: by([tag.id]) })).tickets)).toEqual([made[5]!.id, made[4]!.id])
    expect(ids((await search(admin, { tags: by([tag.id, other.id]) })).tickets)).toEqual([made[5]!.id])
    expect(ids((await search(ana, { tags: by([tag.id]) })).tickets)).toEqual([made[4]!.id])
    expect(ids((await search(admin, { users: by([ana.user.id]) })).tickets)).toEqual([made[1]!.id])
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/Sao_Paulo' }).format()
    expect((await search(admin, { date: today, limit: '100' })).tickets).toHaveLength(40)
    expect((await search(admin, { date: '2020-01-01' })).tickets).toEqual([])
    expect((await search(admin, { updatedAt: today, limit: '100' })).tickets).toHaveLength(40)
    expect((await search(admin, { updatedAt: '2020-01-01' })).tickets).toEqual([])
    for (const day of ['0001-01-01', '1970-01-02', '9999-12-31'])
      for (const more of [{}, { status: 'pending' }, { limit: '1', pageNumber: '1' }])
        expect((await search(admin, { updatedAt: day, ...more })).tickets, day).toEqual([])
    const paged: string[] = []
    let cursor: string | null | undefined
    do {
      const page: Awaited<ReturnType<typeof search>> = await search(admin, {
        date: today,
        limit: '7',
        ...(cursor ? { cursor } : {}),
      })
      paged.push(...ids(page.tickets))
      cursor = page.nextCursor
    } while (cursor)
    expect(new Set(paged).size).toBe(40)
    expect((await search(admin, { searchParam: 'andrade', withUnreadMessages: 'true' })).tickets).toEqual([])
    expect((await call(tags.get, { params: { id: tag.id }, as: admin })).body.ticketsCount).toBe(2)
  })

  it('finds those whom an advertisement brought, at the price of their rows, until they are deleted', async () => {
    const at = Date.now()
    const ad = { sourceType: 'ad', sourceId: '1', sourceUrl: 'https://fb.me/1', headline: 'Bolo', body: '', at }
    for (const i of [6, 9, 12]) {
      const { ticket } = await changeTicket(companyId, made[i]!, () => ({ set: { referral: ad } }))
      made[i] = ticket
    }
    const { result, units } = await metered(() => search(admin, { origin: 'ad' }))
    expect(ids(result.tickets)).toEqual([made[12]!.id, made[9]!.id, made[6]!.id])
    expect(result.tickets[0]!.referral).toEqual({ ...ad, at: new Date(at).toISOString() })
    expect(units.read).toBeLessThanOrEqual(6)
    expect(ids((await search(ana, { origin: 'ad' })).tickets)).toEqual([made[12]!, made[6]!].map(({ id }) => id))
    expect(ids((await search(admin, { origin: 'ad', searchParam: made[9]!.id })).tickets)).toEqual([made[9]!.id])
    expect(ids((await search(admin, { origin: 'ad', searchParam: made[8]!.id })).tickets)).toEqual([])
    expect((await search(admin, { origin: 'ad', date: '2020-01-01' })).tickets).toEqual([])
    await deleteTicket(companyId, made[12]!.id)
    expect(await linkedTickets(companyId, REFERRAL_SOURCE, { limit: 9 })).toEqual([made[9]!.id, made[6]!.id])
  })

  it('keeps to a queue, and to the caller’s own and nobody’s, when asked to', async () => {
    const found = (await search(admin, { searchParam: 'andrade', limit: '100' })).tickets
    const queueId = found.find(ticket => ticket.queueId)!.queueId!
    const inQueue = (await search(admin, { searchParam: 'andrade', limit: '100', queueIds: JSON.stringify([queueId]) }))
      .tickets
    expect(inQueue).toEqual(found.filter(ticket => ticket.queueId === null || ticket.queueId === queueId))
    const mine = (await search(admin, { searchParam: 'wanderleia', showAll: 'false' })).tickets
    expect(mine.every(({ userId }) => userId === null || userId === admin.user.id)).toBe(true)
    const all = (await search(admin, { searchParam: 'wanderleia', showAll: 'true' })).tickets
    expect(all.length).toBeGreaterThan(mine.length)
    expect(await search(admin, { searchParam: 'wanderleia' })).toMatchObject({ tickets: all })
  })
})
