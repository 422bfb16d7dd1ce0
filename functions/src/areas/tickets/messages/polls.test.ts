import { createHash } from 'node:crypto'
import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloudNumber } from '../../../../test/cloud-number.ts'
import { call, makeCompany, makeWhatsapp, type TestCompany } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { batchOf, commandsOf } from '../../../../test/pipeline-fixture.ts'
import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { changeContact, findOrCreateContact } from '../../../data/contacts/contact.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import type { NewTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { contentOf } from '../../../messaging/outgoing.ts'
import { handler } from '../../../workers/inbound/handler.ts'

const { messages, tickets } = ticketsArea.resources
const POLL = { question: 'Qual dia?', options: ['Sexta', 'Sábado', 'Domingo'], several: false }

let company: TestCompany
let whatsapp: WhatsappRow
let ticket: TicketRow

const openTicket = (changes: Partial<NewTicket> = {}) =>
  makeTicket(company.id, { whatsapp, user: company.admin.user, status: 'open', ...changes })

beforeAll(async () => {
  company = await makeCompany()
  whatsapp = await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
  ticket = await openTicket()
})

const post = (body: object, { id } = ticket) =>
  call(messages.create, { as: company.admin, params: { ticketId: id }, body: body as never })
const digest = (option: string) => createHash('sha256').update(option).digest('hex')
const take = async (...events: object[]) => {
  const ids = { companyId: company.id, connectionId: whatsapp.id }
  const batch = batchOf(events.map(event => ({ ...ids, ...event }) as InboundEvent))
  expect((await handler(batch)).batchItemFailures).toEqual([])
}

/** Asks a poll, and returns a way to vote in it and to read its votes. */
async function ask(poll: typeof POLL = POLL, from = ticket) {
  const sent = await post({ poll }, from)
  const row = (await getMessage(company.id, sent.body.messages[0]!.id))!
  const { whatsappMessageId } = row
  const chat = { number: from.contact.number }
  const given = (options: string[], at: number, more: object = {}) => ({
    ...{ type: 'pollVote', chat, whatsappMessageId, fromMe: false, options: options.map(digest), at },
    ...more,
  })
  return {
    row,
    given,
    vote: (...vote: Parameters<typeof given>) => take(given(...vote)),
    votes: async () => {
      const { body } = await call(messages.list, { as: company.admin, params: { ticketId: from.id } })
      return body.messages.find(({ id }) => id === row.id)?.poll?.votes
    },
  }
}

describe('a poll', () => {
  it('is sent once, with its words for previews and search, and again as the same poll', async () => {
    const clientId = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => post({ poll: POLL, clientId })))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.messages[0]!.id}`)).size).toBe(1)
    const [message] = answers[0]!.body.messages
    expect(message).toMatchObject({ mediaType: 'poll', body: 'Qual dia?\n- Sexta\n- Sábado\n- Domingo', ack: 0 })
    expect(message!.poll).toEqual({ ...POLL, votes: [] })
    const row = (await getMessage(company.id, message!.id))!
    const content = { kind: 'poll', body: message!.body, poll: POLL }
    expect(contentOf(row)).toEqual(content)
    const commands = (await commandsOf({ connectionId: whatsapp.id })).filter(
      command => command.type === 'send' && command.whatsappMessageId === row.whatsappMessageId,
    )
    expect(commands.map(command => command.type === 'send' && command.content)).toEqual([content])
    const { body } = await call(tickets.getByUuid, { as: company.admin, params: { ticketId: ticket.id } })
    expect(body).toMatchObject({ lastMessage: '📊 Qual dia?', lastMessageType: 'poll' })
    const other = { ...POLL, question: 'Outra?' }
    expect((await post({ poll: other, clientId })).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
  })

  it.each([
    [{ ...POLL, question: ' ' }, 'poll.question'],
    [{ ...POLL, question: 'x'.repeat(256) }, 'poll.question'],
    [{ ...POLL, options: ['Sexta'] }, 'poll.options'],
    [{ ...POLL, options: Array.from({ length: 13 }, (_, i) => `${i}`) }, 'poll.options'],
    [{ ...POLL, options: ['Sexta', 'Sexta '] }, 'poll.options'],
    [{ ...POLL, options: ['Sexta', ''] }, 'poll.options.1'],
    [{ ...POLL, options: ['Sexta', 'x'.repeat(101)] }, 'poll.options.1'],
  ])('is refused if it is none: %j', async (poll, path) => {
    const answer = await post({ poll })
    expect([answer.status, answer.error, answer.details[0]?.path]).toEqual([400, 'ERR_VALIDATION', path])
  })

  it('is sent alone, and only over a connection that can', async () => {
    expect((await post({ poll: POLL, body: 'e um texto' })).error).toBe('ERR_VALIDATION')
    const cloud = await makeWhatsapp(company.id, cloudNumber(`9${Date.now()}`))
    const there = await openTicket({ whatsapp: cloud })
    expect((await post({ poll: POLL }, there)).error).toBe('ERR_CHANNEL_UNSUPPORTED')
    const { body } = await call(messages.list, { as: company.admin, params: { ticketId: there.id } })
    expect(body.messages).toEqual([])
  })

  it('is forwarded as a poll of its own', async () => {
    const { row, vote } = await ask()
    await vote(['Sexta'], 1000)
    const to = await openTicket()
    const answer = await call(messages.forward, {
      as: company.admin,
      params: { id: row.id },
      body: { ticketId: to.id },
    })
    expect(answer.body).toMatchObject({ mediaType: 'poll', poll: { ...POLL, votes: [] } })
  })
})

describe('votes', () => {
  it('count per person, the last one, live', async () => {
    const { vote, votes } = await ask()
    await vote(['Sexta'], 1000)
    expect(await votes()).toEqual([{ name: 'Maria', fromMe: false, options: [0] }])
    await vote(['Domingo'], 3000)
    await vote(['Sábado'], 2000)
    await vote(['Sábado'], 4000, { fromMe: true })
    expect(await votes()).toEqual([
      { name: 'Maria', fromMe: false, options: [2] },
      { name: null, fromMe: true, options: [1] },
    ])
    await vote([], 5000)
    expect(await votes()).toEqual([{ name: null, fromMe: true, options: [1] }])
  })

  it('of several answers count all, of one the first; unknown ones not at all', async () => {
    const [one, several] = [await ask(), await ask({ ...POLL, several: true })]
    for (const { vote } of [one, several]) await vote(['Domingo', 'Sexta', 'Nunca'], 1000)
    expect((await one.votes())?.[0]?.options).toEqual([0])
    expect((await several.votes())?.[0]?.options).toEqual([0, 2])
  })

  it('of many at once are all kept', async () => {
    const { row, vote } = await ask()
    await Promise.all([vote(['Sexta'], 1000), vote(['Sábado'], 1000, { fromMe: true })])
    expect((await getMessage(company.id, row.id))!.votes).toHaveLength(2)
  })

  it('in a group name each person, by their contact if there is one, and the last of each counts', async () => {
    const groupId = `12036${Date.now()}`
    const chat = { number: groupId }
    const { contact } = await findOrCreateContact(company.id, { group: { id: groupId, subject: 'Clientes' } })
    const group = await openTicket({ contact })
    const saved = await findOrCreateContact(company.id, { peer: { number: '5511955550002', lid: '77001' } }, 'Lia')
    await changeContact(company.id, saved.contact.id, { name: 'Lia da Padaria' })
    const { given, vote, votes } = await ask(POLL, group)
    const by = (sender: object) => ({ chat, group: { id: groupId }, sender })
    // Lia's app names her LID alone; somebody unknown is told apart by
    // their LID, then their number too.
    await vote(['Sexta'], 1000, by({ lid: '77001', name: 'lia' }))
    await vote(['Sexta'], 1100, by({ lid: '77002', name: 'Gil' }))
    await Promise.all([
      vote(['Domingo'], 2000, by({ number: '5511955550002' })),
      vote(['Sábado'], 2100, by({ number: '5511955550003', lid: '77002' })),
      vote(['Sábado'], 2200, { ...by({}), sender: undefined, fromMe: true }),
    ])
    await take(
      ...Array.from({ length: 20 }, (_, i) => given(['Sexta'], 3000 + i, by({ number: `55119777700${10 + i}` }))),
    )
    await vote(['Domingo'], 4000, by({ number: '5511955550003' }))
    await vote(['Sexta'], 1500, by({ lid: '77001' }))
    const all = (await votes())!
    expect(all).toHaveLength(23)
    expect(all.filter(({ name }) => name === 'Lia da Padaria')).toEqual([
      { name: 'Lia da Padaria', fromMe: false, options: [2] },
    ])
    expect(all.filter(({ name }) => name === 'Gil')).toEqual([{ name: 'Gil', fromMe: false, options: [2] }])
    expect(all.filter(({ name }) => name === '5511977770010')).toHaveLength(1)
    expect(all.filter(({ fromMe }) => fromMe)).toEqual([{ name: null, fromMe: true, options: [1] }])
  })

  it('from another chat, for another message or a deleted poll change nothing', async () => {
    const { row, vote, votes } = await ask()
    await vote(['Sexta'], 1000, { chat: { number: '5511900000000' } })
    await take({
      ...{ type: 'pollVote', chat: { number: ticket.contact.number }, whatsappMessageId: newId() },
      ...{ fromMe: false, options: [digest('Sexta')], at: 1 },
    })
    expect(await votes()).toEqual([])
    expect((await getMessage(company.id, row.id))!.votes).toEqual([])
  })

  it('of a poll that a contact asks are read too', async () => {
    const chat = { number: ticket.contact.number }
    const whatsappMessageId = newId()
    const at = Date.now()
    await take({
      ...{ type: 'message', whatsappMessageId, chat, fromMe: false, sentAt: at, receivedAt: at, replayed: false },
      ...{ kind: 'text', body: 'Qual dia?\n- Sexta\n- Sábado', structured: { kind: 'poll' } },
      poll: { question: 'Qual dia?', options: ['Sexta', 'Sábado'], several: true },
    })
    await take({ type: 'pollVote', chat, whatsappMessageId, fromMe: true, options: [digest('Sábado')], at })
    const { body } = await call(messages.list, { as: company.admin, params: { ticketId: ticket.id } })
    expect(body.messages.at(-1)).toMatchObject({
      mediaType: 'poll',
      poll: { question: 'Qual dia?', votes: [{ name: null, fromMe: true, options: [1] }] },
    })
  })
})
