import { pageOfContacts } from '@balcao/functions/data/contacts/contact.ts'
import { openTicketsOfUser, ticketCountsByQueue } from '@balcao/functions/data/table/counter.ts'
import { listUsers } from '@balcao/functions/data/team/user.ts'
import { pageOfColumn } from '@balcao/functions/data/tickets/board-page.ts'
import { listMessages } from '@balcao/functions/data/tickets/message.ts'
import { listTags } from '@balcao/functions/data/tickets/tag.ts'
import { changeTicket, findLiveTicket } from '@balcao/functions/data/tickets/ticket.ts'
import { pageOfTickets, type TicketFilter, type Viewer } from '@balcao/functions/data/tickets/ticket-list.ts'
import { describe, expect, it } from 'vitest'
import { loadCompany } from './load-company.ts'
import { seededRandom } from './random.ts'

const TICKETS = 61
const MESSAGES = 3
const all: TicketFilter = { text: '', showAll: true, unread: false }

describe('a loaded company', () => {
  it('is as if the product had made it', async () => {
    const password = 'carga-carga'
    const made = await loadCompany({ tickets: TICKETS, messages: MESSAGES, password, until: Date.now() })
    const { companyId } = made
    const users = await listUsers(companyId)
    const viewer = (id: string, profile: 'admin' | 'user'): Viewer => ({
      userId: id,
      profile,
      super: false,
      queueIds: [],
      allTicket: 'disabled',
    })
    const admin = viewer(users.find(({ profile }) => profile === 'admin')!.id, 'admin')
    const page = (filter: Partial<TicketFilter>) =>
      pageOfTickets(companyId, admin, { ...all, ...filter }, { limit: 100 }).then(({ tickets }) => tickets)
    const open = await page({ status: 'open' })
    const pending = await page({ status: 'pending' })
    const closed = await page({ status: 'closed' })
    expect(open.length + pending.length + closed.length).toBe(TICKETS)

    const counts = [...(await ticketCountsByQueue(companyId)).values()]
    const sum = (status: 'open' | 'pending' | 'closed') => counts.reduce((total, count) => total + count[status], 0)
    expect([sum('open'), sum('pending'), sum('closed')]).toEqual([open.length, pending.length, closed.length])
    const agent = open[0]!.user!.id
    const own = [...(await openTicketsOfUser(companyId, agent)).values()].reduce((sum, { open }) => sum + open, 0)
    expect(own).toBe(open.filter(({ user }) => user?.id === agent).length)

    const [ticket] = pending
    expect(await listMessages(companyId, ticket!.id, { limit: 50 })).not.toHaveLength(0)
    expect((await findLiveTicket(companyId, ticket!.whatsapp.id, ticket!.contact.id))?.id).toBe(ticket!.id)
    expect((await page({ text: ticket!.contact.number })).map(({ id }) => id)).toEqual([ticket!.id])
    expect((await page({ text: 'andrade' })).length).toBeGreaterThan(1)
    const found = await pageOfContacts(companyId, { searchParam: ticket!.contact.name, limit: 20 })
    expect(found.rows.map(({ id }) => id)).toContain(ticket!.contact.id)
    expect((await pageOfContacts(companyId, { searchParam: '', limit: 20 })).count).toBe(TICKETS)

    const onBoard: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const columnId = await pageOfColumn(companyId, admin, 'none', {}, cursor)
      onBoard.push(...columnId.rows.map(({ id }) => id))
      cursor = columnId.nextCursor
    }
    expect(onBoard.sort()).toEqual([...open, ...pending].map(({ id }) => id).sort())

    const tags = await listTags(companyId)
    const [tag] = open.concat(pending, closed).flatMap(each => each.tags)
    const tagged = await page({ tags: [tag!.id] })
    expect(tagged).toHaveLength(tags.find(({ id }) => id === tag!.id)!.ticketsCount)

    await changeTicket(companyId, ticket!.id, () => ({ set: { status: 'closed' } }))
    expect(await findLiveTicket(companyId, ticket!.whatsapp.id, ticket!.contact.id)).toBeUndefined()
  })

  it('has its live tickets in as many columns as requested, and a long conversation at its end', async () => {
    const given = { tickets: 30, messages: 1, last: 40, columns: 3, password: 'carga-carga', until: Date.now() }
    const { companyId, lastTicket } = await loadCompany(given)
    const [user] = await listUsers(companyId)
    const viewer: Viewer = { userId: user!.id, profile: 'admin', super: false, queueIds: [], allTicket: 'disabled' }
    const columns = (await listTags(companyId)).filter(tag => tag.kanban)
    const cards = async (columnId: string) =>
      (await pageOfColumn(companyId, viewer, columnId, {}, undefined)).rows.length
    expect(await Promise.all(columns.map(({ id }) => cards(id)))).toEqual([8, 6, 6])
    expect(await cards('none')).toBe(0)
    expect(await listMessages(companyId, lastTicket, { limit: 50 })).toHaveLength(40)
  })
})

describe('seededRandom', () => {
  it('is the same in every run', () => {
    const [a, b, c] = [seededRandom(1), seededRandom(1), seededRandom(2)]
    expect(a.id(1)).toBe(b.id(1))
    expect(a.below(1e9)).toBe(b.below(1e9))
    expect(a.id(1)).not.toBe(c.id(1))
  })
})
