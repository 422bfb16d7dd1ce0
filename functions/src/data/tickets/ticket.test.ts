import type { QueueRef } from '@balcao/shared/entities/queue.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makeCompany, makeQueue } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { someNumber } from '../../../test/some-number.ts'
import { targetHas } from '../../../test/target.ts'
import { findOrCreateContact, pageOfContacts } from '../contacts/contact.ts'
import { openTicketsOfUser, ticketCountsByQueue } from '../table/counter.ts'
import { metered } from '../table/meter.ts'
import { findMessageByWhatsappId, getMessage, listMessages, raiseAck } from './message.ts'
import type { NewMessage } from './message-row.ts'
import { changeTicket, createTicket, findLiveTicket, getTicket, type NewTicket, storeMessage } from './ticket.ts'
import { pageOfTickets, type TicketFilter, type Viewer } from './ticket-list.ts'
import { type TicketRow, ticketKey, toTicketRow } from './ticket-row.ts'
import { toWireTicket } from './wire.ts'

const whatsapp = { id: newId(), name: 'Loja Central' }
const someQueue = (i = 0) => ({ id: newId(), name: `Vendas ${i}`, color: '#1ABC9C' })

async function start(companyId: string, changes: Partial<NewTicket> = {}): Promise<TicketRow> {
  const contact = await makeContact(companyId, { name: 'Maria Aparecida Andrade' })
  return makeTicket(companyId, { contact, whatsapp, ...changes })
}

async function text(body = 'oi', at = Date.now()): Promise<NewMessage> {
  const whatsappMessageId = newId()
  return {
    id: await messageId(whatsapp.id, whatsappMessageId, at),
    connectionId: whatsapp.id,
    whatsappMessageId,
    body,
    fromMe: false,
    mediaType: 'chat',
    origin: 'contact',
  }
}

describe('createTicket', () => {
  it('makes one ticket of a hundred first messages, and loses none of them', async () => {
    const companyId = newId()
    const { contact } = await findOrCreateContact(companyId, { peer: { number: someNumber() } }, 'Maria')
    const given: NewTicket = { contact, whatsapp, queue: null, user: null, status: 'pending' }
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async () => createTicket(companyId, given, { message: await text(), unread: 1 })),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
    expect(outcomes.filter(({ outcome }) => outcome === 'exists')).toHaveLength(99)
    const live = await findLiveTicket(companyId, whatsapp.id, contact.id)
    expect(outcomes.every(made => made.outcome !== 'duplicate' && made.ticket.id === live?.id)).toBe(true)
    expect(live?.unreadMessages).toBe(1)
  })

  it('stores its first message once', async () => {
    const companyId = newId()
    const { contact } = await findOrCreateContact(companyId, { peer: { number: someNumber() } }, 'Maria')
    const message = await text()
    const given: NewTicket = { contact, whatsapp, queue: null, user: null, status: 'pending' }
    expect((await createTicket(companyId, given, { message })).outcome).toBe('created')
    const live = await findLiveTicket(companyId, whatsapp.id, contact.id)
    await changeTicket(companyId, live!.id, () => ({ set: { status: 'closed' } }))
    expect((await createTicket(companyId, given, { message })).outcome).toBe('duplicate')
    expect(await findLiveTicket(companyId, whatsapp.id, contact.id)).toBeUndefined()
  })
})

describe('storeMessage', () => {
  it('counts every message of many at once, and refuses a second delivery', async () => {
    const companyId = newId()
    const ticket = await start(companyId)
    const message = await text('Olá\n  mundo '.repeat(20))
    const stored = await storeMessage(ticket, message, { unread: 1 })
    expect(stored).toMatchObject({ outcome: 'stored', ticket: { unreadMessages: 1 } })
    const later = { ...message, id: await messageId(whatsapp.id, message.whatsappMessageId, Date.now() + 5000) }
    expect((await storeMessage(ticket, later, { unread: 1 })).outcome).toBe('duplicate')
    const many = await Promise.all(
      Array.from({ length: 20 }, async () => storeMessage(ticket, await text(), { unread: 1 })),
    )
    expect(many.every(({ outcome }) => outcome === 'stored')).toBe(true)
    expect(await getTicket(companyId, ticket.id, true)).toMatchObject({ unreadMessages: 21, lastMessage: 'oi' })
    expect(await listMessages(companyId, ticket.id, { limit: 50 })).toHaveLength(21)
  })

  it('leads to the message by id and by WhatsApp id; acks only rise', async () => {
    const companyId = newId()
    const ticket = await start(companyId)
    const message = await text('<img src=x onerror=alert(1)> \u202e https://x.test {{name}}')
    await storeMessage(ticket, message)
    const found = await findMessageByWhatsappId(companyId, whatsapp.id, message.whatsappMessageId)
    expect(found?.body).toBe(message.body)
    expect((await getMessage(companyId, message.id))?.id).toBe(message.id)
    expect(await getMessage(newId(), message.id)).toBeUndefined()
    expect((await raiseAck(found!, 3))?.ack).toBe(3)
    expect(await raiseAck(found!, 2)).toBeUndefined()
    expect((await getMessage(companyId, message.id))?.ack).toBe(3)
  })

  it('says so when the ticket was closed meanwhile', async () => {
    const companyId = newId()
    const ticket = await start(companyId)
    await changeTicket(companyId, ticket.id, () => ({ set: { status: 'closed' } }))
    expect((await storeMessage(ticket, await text())).outcome).toBe('closed')
    expect(await listMessages(companyId, ticket.id, { limit: 5 })).toEqual([])
  })
})

describe('a row', () => {
  it('keeps where the bot stands', async () => {
    const companyId = newId()
    const at = { id: newId(), path: ['…', 'Orçamento', 'Peças', 'Usadas'] }
    const menu = { phase: 'options' as const, startedAt: 1, shownAt: 2, repeats: 3, at }
    const ticket = await start(companyId, { menu, chatbot: true })
    expect((await getTicket(companyId, ticket.id, true))?.menu).toEqual(menu)
  })
  it('of before the bot knew options reads as it did', async () => {
    const ticket = await start(newId())
    const menu = { phase: 'menu', startedAt: 1, shownAt: 2, repeats: 3 }
    const row = JSON.stringify([
      ...['pending', 5, ['c', 'Maria', '5511', 0, 0], ['w', 'Loja'], 0, 0, 'oi', 0, 0, 1, [], []],
      { chatbot: true, menu },
    ])
    const read = toTicketRow({ ...ticketKey(ticket.companyId, ticket.id), version: 1, row })
    expect(read).toMatchObject({ chatbot: true, menu, contact: { name: 'Maria' }, unreadMessages: 1 })
    expect((await toWireTicket(read)).bot).toEqual({ path: [] })
  })
})

describe('messages of a ticket', () => {
  it('go back page by page', async () => {
    const companyId = newId()
    let ticket = await start(companyId)
    for (let i = 0; i < 25; i++) {
      const stored = await storeMessage(ticket, await text(String(i), 1_700_000_000_000 + i))
      if (stored.outcome === 'stored') ticket = stored.ticket
    }
    const bodies = (rows: { body: string }[]) => rows.map(({ body }) => Number(body))
    const first = await listMessages(companyId, ticket.id, { limit: 20 })
    expect(bodies(first)).toEqual(Array.from({ length: 20 }, (_, i) => 24 - i))
    const rest = await listMessages(companyId, ticket.id, { limit: 20, before: first.at(-1)!.id })
    expect(bodies(rest)).toEqual([4, 3, 2, 1, 0])
  })

  it('are all read, however heavy they are', async () => {
    const companyId = newId()
    const ticket = await start(companyId)
    for (let i = 0; i < 26; i++) await storeMessage(ticket, await text('é'.repeat(80_000), 1_700_000_000_000 + i))
    const all = await listMessages(companyId, ticket.id, { limit: 50 })
    expect(new Set(all.map(({ id }) => id)).size).toBe(26)
    expect(await listMessages(companyId, ticket.id, { limit: 50, before: all[2]!.id })).toHaveLength(23)
  })
})

describe('counts', () => {
  it('are what the tickets say after any number of changes at once', async () => {
    const companyId = newId()
    const queue = someQueue()
    const user = { id: newId(), name: 'Ana' }
    const made = await Promise.all(Array.from({ length: 10 }, () => start(companyId, { queue })))
    await Promise.all(
      made.slice(0, 6).map(({ id }) => changeTicket(companyId, id, () => ({ set: { status: 'open', user } }))),
    )
    await Promise.all(
      made.slice(0, 2).map(({ id }) => changeTicket(companyId, id, () => ({ set: { status: 'closed' } }))),
    )
    expect((await ticketCountsByQueue(companyId)).get(queue.id)).toEqual({ pending: 4, open: 4, closed: 2, snoozed: 0 })
    expect(await openTicketsOfUser(companyId, user.id)).toEqual(new Map([[queue.id, { open: 4, snoozed: 0 }]]))
  })
})

// Counts of units, not times: they are the same on every machine. The chart in README.md has them
// from here.
describe.skipIf(!targetHas('metering'))('cost', () => {
  let companyId: string
  let queues: QueueRef[]
  let viewer: Viewer
  let generalist: Viewer
  let admin: Viewer
  const user = { id: newId(), name: 'Ana Beatriz' }
  const all: TicketFilter = { text: '', showAll: true, unread: false }
  const chart: Record<string, { read: number; write: number }> = {}
  const measure = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const { result, units } = await metered(work)
    chart[what] = { read: units.read, write: units.write }
    return result
  }

  beforeAll(async () => {
    companyId = (await makeCompany()).id
    queues = []
    for (let i = 0; i < 12; i++) queues.push(await makeQueue(companyId))
    const ids = queues.map(({ id }) => id)
    viewer = { userId: user.id, profile: 'user', super: false, queueIds: ids.slice(0, 5), allTicket: 'disabled' }
    generalist = { ...viewer, userId: newId(), queueIds: ids }
    admin = { ...viewer, userId: newId(), profile: 'admin', queueIds: [] }
    let seed = 7
    // A ticket a second, however busy the machine is: what a merge of partitions reads depends on
    // how evenly their rows came.
    vi.useFakeTimers({ toFake: ['Date'] })
    const begin = Date.now()
    for (let i = 0; i < 300; i++) {
      vi.setSystemTime(begin + i * 1000)
      seed = (seed * 16_807) % 2_147_483_647
      const ticket = await start(companyId, { queue: queues[seed % 12]! })
      const stored = await storeMessage(ticket, await text('Bom dia, vocês abrem hoje? Preciso de um orçamento'), {
        unread: 1,
      })
      if (stored.outcome !== 'stored') throw new Error(stored.outcome)
      if (i % 3 === 1) await changeTicket(companyId, stored.ticket, () => ({ set: { status: 'open', user } }))
      if (i % 3 === 2) await changeTicket(companyId, stored.ticket, () => ({ set: { status: 'closed', user } }))
    }
    vi.useRealTimers()
  })

  it('of lists is at most 5 read units for a page of 20', async () => {
    for (const [what, who, filter] of [
      ['tickets, pending, 5 queues', viewer, { ...all, status: 'pending' }],
      ['tickets, pending by waiting, 5 queues', viewer, { ...all, status: 'pending', byWaiting: true }],
      ['tickets, closed, 5 queues', viewer, { ...all, status: 'closed' }],
      ['tickets, pending, all 12 queues', generalist, { ...all, status: 'pending' }],
      ['tickets, open, own', viewer, { ...all, status: 'open', showAll: false }],
      ['tickets, open, everybody', admin, { ...all, status: 'open' }],
      ['tickets, pending, admin', admin, { ...all, status: 'pending' }],
    ] as [string, Viewer, TicketFilter][]) {
      const first = await measure(what, () => pageOfTickets(companyId, who, filter, { limit: 20 }))
      expect(first.tickets).toHaveLength(20)
      const cursor = first.nextCursor!
      await measure(`${what}, page 2`, () => pageOfTickets(companyId, who, filter, { limit: 20, cursor }))
    }
    const { tickets } = await pageOfTickets(companyId, viewer, { ...all, status: 'open' }, { limit: 1 })
    await measure('messages', () => listMessages(companyId, tickets[0]!.id, { limit: 21 }))
    await measure('contacts', () => pageOfContacts(companyId, { searchParam: '', limit: 20 }))
    await measure('counts', async () => [
      await ticketCountsByQueue(companyId),
      await openTicketsOfUser(companyId, user.id),
    ])
    for (const [what, { read }] of Object.entries(chart)) expect([what, read <= 5]).toEqual([what, true])
  })

  it('of searches is the floor of 20 rows and little more', async () => {
    await measure('search', () => pageOfTickets(companyId, admin, { ...all, text: 'andrade' }, { limit: 20 }))
    await measure('search, two words', () =>
      pageOfTickets(companyId, admin, { ...all, text: 'aparecida and' }, { limit: 20 }),
    )
    await measure('search contacts', () => pageOfContacts(companyId, { searchParam: 'andrade', limit: 20 }))
    expect(chart.search!.read).toBeLessThanOrEqual(10.5)
    expect(chart['search contacts']!.read).toBeLessThanOrEqual(5)
  })

  it('of an inbound text is at most 20 write units, of an accept at most 16', async () => {
    const ticket = await start(companyId, { queue: queues[0]!, user, status: 'open' })
    const message = await text('Olá, vocês abrem hoje? Preciso de um orçamento para a festa de sábado.')
    // As the worker of what comes in does, whose queue asks for its words.
    await measure('inbound text', () => storeMessage(ticket, message, { unread: 1, asksForIndex: true }))
    const pending = await start(companyId, { queue: queues[0]! })
    const accept = {
      set: { status: 'open' as const, user },
      logs: [{ type: 'open' as const, user, queue: queues[0]! }],
    }
    await measure('accept', () => changeTicket(companyId, pending, () => accept))
    const close = { set: { status: 'closed' as const }, logs: [{ type: 'closed' as const, user, queue: queues[0]! }] }
    await measure('close', () => changeTicket(companyId, pending.id, () => close))
    const { contact } = await metered(() =>
      findOrCreateContact(companyId, { peer: { number: someNumber() } }, 'Maria Andrade'),
    ).then(({ result, units }) => {
      chart['new contact'] = { read: units.read, write: units.write }
      return result
    })
    const first = await text()
    await measure('new ticket with its first message', () =>
      createTicket(
        companyId,
        { contact, whatsapp, queue: null, user: null, status: 'pending' },
        { message: first, unread: 1 },
      ),
    )
    expect(chart['inbound text']!.write).toBeLessThanOrEqual(20)
    expect(chart.accept!.write).toBeLessThanOrEqual(16)
  })
})
