import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { TICKET_PRIORITIES, type TicketPriority } from '@balcao/shared/entities/ticket.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { type NewTicket, requireTicket } from '../../../data/tickets/ticket.ts'

const { tickets, ticketsLog } = ticketsArea.resources

let companyId: string
let admin: TestUser
let ana: TestUser
let bia: TestUser
let queues: Awaited<ReturnType<typeof makeQueue>>[]
let whatsapp: Awaited<ReturnType<typeof makeWhatsapp>>

beforeAll(async () => {
  ;({ id: companyId, admin } = await makeCompany())
  whatsapp = await makeWhatsapp(companyId, { isDefault: true })
  queues = [await makeQueue(companyId), await makeQueue(companyId)]
  const queueIds = queues.map(({ id }) => id)
  ana = await makeUser(companyId, { queueIds })
  bia = await makeUser(companyId, { queueIds })
})

const start = (changes: Partial<NewTicket> = {}) => makeTicket(companyId, { whatsapp, queue: queues[0]!, ...changes })

const served = (by = ana) => start({ status: 'open', user: by.user })
const set = (as: TestUser, id: string, priority: TicketPriority) =>
  call(tickets.update, { as, params: { id }, body: { priority } })

async function everyPage(query: Record<string, string>, limit = 3) {
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: ResultOf<typeof tickets.list> } = await call(tickets.list, {
      as: ana,
      query: { ...query, limit: String(limit), ...(cursor ? { cursor } : {}) },
    })
    found.push(...body.tickets.map(({ id }) => id))
    cursor = body.hasMore ? body.nextCursor : null
  }
  return found
}

describe('the priority of a ticket', () => {
  it('orders those that wait, the most urgent first and then by their wait, over all pages and queues', async () => {
    const waiting: { id: string }[] = []
    for (let i = 0; i < 10; i++) waiting.push(await start({ queue: queues[i % 2]! }))
    expect(await everyPage({ status: 'pending', order: 'waiting' })).toEqual(waiting.map(({ id }) => id))
    const levels: TicketPriority[] = [
      'none',
      'low',
      'urgent',
      'high',
      'none',
      'medium',
      'urgent',
      'low',
      'high',
      'none',
    ]
    for (const [i, { id }] of waiting.entries()) {
      if (levels[i] === 'none') continue
      expect((await set(i % 2 ? ana : admin, id, levels[i]!)).body.priority).toBe(levels[i])
    }
    const order = [2, 6, 3, 8, 5, 1, 7, 0, 4, 9].map(i => waiting[i]!.id)
    expect(await everyPage({ status: 'pending', order: 'waiting' })).toEqual(order)
    expect(await everyPage({ status: 'pending', priority: '["urgent","high"]', order: 'waiting' })).toEqual(
      order.slice(0, 4),
    )
    expect(new Set(await everyPage({ status: 'pending', priority: '["none"]' }))).toEqual(new Set(order.slice(7)))
    await set(ana, waiting[2]!.id, 'none')
    expect((await everyPage({ status: 'pending', order: 'waiting' }))[0]).toBe(order[1])
  })

  it('is kept in the log and leaves the ticket in its place; the same one again is nothing', async () => {
    const { id } = await served()
    const before = await requireTicket(companyId, id)
    await set(ana, id, 'high')
    await set(ana, id, 'high')
    const after = await requireTicket(companyId, id)
    expect(after).toEqual({ ...before, priority: 'high', version: before.version + 1 })
    const log = (await call(ticketsLog.list, { as: ana, params: { ticketId: id } })).body
    expect(log.filter(({ type }) => type === 'priority')).toMatchObject([
      { user: { name: ana.user.name }, priority: { from: 'none', to: 'high' } },
    ])
  })

  it('goes with a transition, and stays with the ticket', async () => {
    const { id } = await start()
    const taken = await call(tickets.update, {
      as: ana,
      params: { id },
      body: { status: 'open', userId: ana.user.id, priority: 'urgent' },
    })
    expect(taken.body).toMatchObject({ status: 'open', priority: 'urgent' })
    await call(tickets.update, { as: ana, params: { id }, body: { status: 'closed' } })
    expect((await set(ana, id, 'low')).error).toBe('ERR_TICKET_STATUS')
    const again = await call(tickets.update, { as: ana, params: { id }, body: { status: 'open' } })
    expect(again.body.priority).toBe('urgent')
  })

  it("is set by the ticket's attendant and by admins, and on a waiting one by all who see it", async () => {
    const { id } = await served()
    expect((await set(bia, id, 'urgent')).error).toBe('ERR_NO_PERMISSION')
    expect((await set(admin, id, 'urgent')).status).toBe(200)
    const stranger = await makeUser(companyId, { queueIds: [] })
    const waiting = await start()
    expect((await set(stranger, waiting.id, 'urgent')).error).toBe('ERR_NO_PERMISSION')
    expect((await set(bia, waiting.id, 'urgent')).status).toBe(200)
    const other = await makeCompany()
    expect((await set(other.admin, id, 'none')).error).toBe('ERR_NO_TICKET_FOUND')
    expect((await requireTicket(companyId, id)).priority).toBe('urgent')
  })

  it.each(['', 'highest', null, 3])('is none other than %j', async priority => {
    const { id } = await served()
    expect((await set(ana, id, priority as never)).error).toBe('ERR_VALIDATION')
    expect((await call(tickets.list, { as: ana, query: { priority: JSON.stringify([priority]) } })).error).toBe(
      'ERR_VALIDATION',
    )
  })

  it('of two who set it at once is one of the two, with an entry for each', async () => {
    const { id } = await served()
    await Promise.all(TICKET_PRIORITIES.slice(1).map(priority => set(ana, id, priority)))
    const log = (await call(ticketsLog.list, { as: ana, params: { ticketId: id } })).body
    const changes = log.flatMap(each => (each.priority ? [each.priority] : []))
    expect(changes).toHaveLength(4)
    for (const [i, { from }] of changes.entries()) expect(from).toBe(i === 0 ? 'none' : changes[i - 1]!.to)
  })
})
