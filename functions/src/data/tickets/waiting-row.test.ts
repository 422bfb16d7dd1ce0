/** Tests the changes that a message makes in its ticket's row, by who speaks (decision 0074). */
import { messageId, newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { makeTicket } from '../../../test/make-ticket.ts'
import { messageOf, type NewMessage } from './message-row.ts'
import { changeTicket, getTicket, type NewTicket, storeMessage } from './ticket.ts'
import { pageOfTickets, type Viewer } from './ticket-list.ts'
import type { TicketRow } from './ticket-row.ts'
import { toWireTicket } from './wire.ts'

const whatsapp = { id: newId(), name: 'Loja' }
const queue = { id: newId(), name: 'Vendas', color: '#1ABC9C' }
const ana = { id: newId(), name: 'Ana Souza' }
const START = 1_790_000_000_000
const MINUTE = 60_000

const start = (companyId: string = newId(), changes: Partial<NewTicket> = {}) =>
  makeTicket(companyId, { whatsapp, queue, ...changes })

async function message(minute: number, body: string, changes: Partial<NewMessage> = {}): Promise<NewMessage> {
  const whatsappMessageId = newId()
  return {
    id: await messageId(whatsapp.id, whatsappMessageId, START + minute * MINUTE),
    connectionId: whatsapp.id,
    whatsappMessageId,
    body,
    fromMe: changes.origin !== undefined && changes.origin !== 'contact',
    mediaType: 'chat',
    origin: 'contact',
    ...changes,
  }
}

const rowOf = async ({ companyId, id }: TicketRow) => (await getTicket(companyId, id, true))!

async function say(ticket: TicketRow, minute: number, body: string, changes: Partial<NewMessage> = {}) {
  const stored = await storeMessage(await rowOf(ticket), await message(minute, body, changes))
  if (stored.outcome !== 'stored') throw new Error(stored.outcome)
  expect(await rowOf(ticket)).toEqual(stored.ticket)
  return stored.ticket
}

const person = { origin: 'attendant' as const, user: ana }
const automatic: [string, Partial<NewMessage>][] = [
  ['menu, greeting or farewell', { origin: 'bot' }],
  ['AI agent or integration', { origin: 'machine' }],
  ['campaign', { origin: 'campaign', campaign: { id: newId(), name: 'Natal' } }],
  ['schedule', { ...person, scheduleId: newId() }],
  ['public API', { origin: 'api' }],
]

describe('what is automatic', () => {
  it.each(automatic)('of a %s changes neither place, preview nor wait', async (_, changes) => {
    for (const status of ['pending', 'open'] as const) {
      const ticket = await start(newId(), { status, user: status === 'open' ? ana : null })
      const before = await say(ticket, 0, 'Vocês abrem hoje?')
      const { version, ...after } = await say(ticket, 20, 'Promoção!', changes)
      expect({ ...after, version: version - 1 }).toEqual(before)
    }
  })

  it('is the preview of a ticket in which nobody has spoken, until somebody does', async () => {
    const ticket = await start()
    await say(ticket, 0, 'Seu boleto venceu', { origin: 'api' })
    expect(await say(ticket, 1, 'Promoção!', { origin: 'campaign' })).toMatchObject({
      lastMessage: 'Promoção!',
      customerWords: null,
      waitsSince: null,
    })
    // Sent before, delivered after.
    expect(await say(ticket, 0, 'Já paguei')).toMatchObject({ lastMessage: 'Já paguei', waitsSince: START })
  })

  it('leaves a closed ticket’s row as it was', async () => {
    const ticket = await start()
    await say(ticket, 0, 'Obrigada')
    const { ticket: closed } = await changeTicket(ticket.companyId, ticket.id, () => ({ set: { status: 'closed' } }))
    expect(closed.waitsSince).toBeNull()
    const bodies: [string, Partial<NewMessage>][] = [
      ['De 1 a 3, como foi?', { origin: 'bot' }],
      ['3', {}],
    ]
    for (const [body, changes] of bodies)
      await storeMessage(await rowOf(ticket), await message(1, body, changes), { evenClosed: true })
    expect(await rowOf(ticket)).toEqual({ ...closed, version: closed.version + 2 })
  })
})

describe('the customer’s last words', () => {
  const words = async (ticket: TicketRow) => (await toWireTicket(await rowOf(ticket))).customerWords

  it('stay beside a person’s answer, and are shown while the ticket waits', async () => {
    const ticket = await start()
    await say(ticket, 0, 'Quero trocar um produto')
    expect(await words(ticket)).toBeUndefined()
    const { companyId, id } = ticket
    await changeTicket(companyId, id, () => ({ set: { status: 'open', user: ana } }))
    await say(ticket, 1, 'Um momento', person)
    expect(await words(ticket)).toBeUndefined()
    await changeTicket(companyId, id, () => ({ set: { status: 'pending', user: null } }))
    expect(await words(ticket)).toEqual({ text: 'Quero trocar um produto', type: 'chat', deleted: false })
    const photo = { mediaType: 'image' as const, media: null }
    expect(await say(ticket, 2, '', photo)).toMatchObject({ customerWords: null, lastMessageType: 'image' })
    await say(ticket, 3, 'Vi a foto', { origin: 'handset' })
    expect(await words(ticket)).toMatchObject({ text: '', type: 'image' })
  })

  it('are the newest, also if they come after the answer to them', async () => {
    const ticket = await start()
    await say(ticket, 0, 'um')
    await say(ticket, 9, 'Pois não', { origin: 'handset' })
    await say(ticket, 5, 'dois')
    expect(await say(ticket, 3, 'tarde')).toMatchObject({ lastMessage: 'Pois não', customerWords: { text: 'dois' } })
  })

  it('of a first message are its own, whatever answers it in the same transaction', async () => {
    const ticket = await start()
    const answer = messageOf(ticket, await message(1, 'Bem-vinda!', { origin: 'bot' }))
    const stored = await storeMessage(ticket, await message(0, 'Oi'), { following: [answer], unread: 1 })
    expect(stored).toMatchObject({ ticket: { lastMessage: 'Oi', waitsSince: START, unreadMessages: 1 } })
  })
})

describe('the wait', () => {
  const since = async (ticket: TicketRow) =>
    (Date.parse((await toWireTicket(await rowOf(ticket))).waitingSince!) - START) / MINUTE

  it('begins with the first unanswered message, and survives accept and return', async () => {
    const ticket = await start()
    await say(ticket, 0, 'Oi')
    await say(ticket, 5, 'Alguém?')
    expect(await since(ticket)).toBe(0)
    const { companyId, id } = ticket
    await changeTicket(companyId, id, () => ({ set: { status: 'open', user: ana } }))
    await changeTicket(companyId, id, () => ({ set: { status: 'pending', user: null } }))
    expect(await since(ticket)).toBe(0)
    await changeTicket(companyId, id, () => ({ set: { status: 'open', user: ana } }))
    expect((await say(ticket, 6, 'Sim?', person)).waitsSince).toBeNull()
    const { ticket: back } = await changeTicket(companyId, id, () => ({ set: { status: 'pending', user: null } }))
    expect(Date.parse((await toWireTicket(back)).waitingSince!)).toBe(back.pendingSince)
    await say(ticket, 8, 'Cadê?')
    expect(await since(ticket)).toBe(8)
  })

  it('begins anew with an answer from the business phone, then with the next message', async () => {
    const ticket = await start()
    await say(ticket, 0, 'Oi')
    await say(ticket, 5, 'Já vejo', { origin: 'handset' })
    expect(await since(ticket)).toBe(5)
    await say(ticket, 20, 'E aí?')
    await say(ticket, 21, '???')
    expect(await since(ticket)).toBe(20)
  })

  it('begins with the message at which a bot hands off', async () => {
    const ticket = await start(newId(), { useIntegration: true, promptId: newId() })
    await say(ticket, 0, 'Qual o preço?')
    await say(ticket, 1, 'R$ 10', { origin: 'machine' })
    await say(ticket, 30, 'Quero uma pessoa')
    await changeTicket(ticket.companyId, ticket.id, () => ({ set: { useIntegration: false, promptId: null } }))
    await say(ticket, 31, 'Tem alguém?')
    expect(await since(ticket)).toBe(30)
  })

  it('orders the pages, of rows older than the field too, and moves with what people do', async () => {
    const companyId = newId()
    const admin: Viewer = { userId: newId(), profile: 'admin', super: false, queueIds: [], allTicket: 'disabled' }
    const walk = async () => {
      const ids: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const filter = { text: '', status: 'pending' as const, showAll: true, unread: false, byWaiting: true }
        const page = await pageOfTickets(companyId, admin, filter, { limit: 3, ...(cursor ? { cursor } : {}) })
        ids.push(...page.tickets.map(({ id }) => id))
        cursor = page.nextCursor
      }
      return ids
    }
    const made: TicketRow[] = []
    for (let i = 0; i < 8; i++) {
      const ticket = await start(companyId)
      made.push(ticket)
      // Without a message a row has no field, as an older one.
      if (i < 7) await say(ticket, 10 - i, 'Oi')
    }
    const order = (...indexes: number[]) => indexes.map(i => made[i]!.id)
    expect(await walk()).toEqual(order(6, 5, 4, 3, 2, 1, 0, 7))
    const set = (i: number, changes: Parameters<typeof changeTicket>[2]) =>
      changeTicket(companyId, made[i]!.id, changes)
    await set(6, () => ({ set: { status: 'open', user: ana } }))
    expect(await walk()).toEqual(order(5, 4, 3, 2, 1, 0, 7))
    // Nobody answered.
    await set(6, () => ({ set: { status: 'pending', user: null, queue: { ...queue, id: newId() } } }))
    expect(await walk()).toEqual(order(6, 5, 4, 3, 2, 1, 0, 7))
    await set(5, () => ({ set: { status: 'open', user: ana } }))
    await say(made[5]!, 20, 'Pois não', person)
    await set(5, () => ({ set: { status: 'pending', user: null } }))
    expect(await walk()).toEqual(order(6, 4, 3, 2, 1, 0, 7, 5))
  })

  it('and the words are whole when a message arrives while somebody accepts', async () => {
    for (let round = 0; round < 10; round++) {
      const ticket = await start()
      await say(ticket, 0, 'Oi')
      const late = await message(1, 'Alguém?')
      await Promise.all([
        changeTicket(ticket.companyId, ticket, now =>
          now.status === 'pending' ? { set: { status: 'open', user: ana } } : undefined,
        ),
        storeMessage(ticket, late, { unread: 1 }),
      ])
      expect(await rowOf(ticket)).toMatchObject({
        status: 'open',
        user: ana,
        lastMessage: 'Alguém?',
        unreadMessages: 1,
        waitsSince: START,
      })
    }
  })
})
