/**
 * The options of a queue's menu on their way through the table: nothing said twice, nothing lost,
 * whoever else is at the ticket.
 */
import type { InboundMessage, StoredMedia } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { targetHas } from '../../../test/target.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { metered } from '../../data/table/meter.ts'
import { createOption, type QueueOptionRow } from '../../data/team/queue-option.ts'
import { conversationStateOf } from '../../data/tickets/live-ticket.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { changeTicket, findLiveTicket, getTicket } from '../../data/tickets/ticket.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { toWireTicket } from '../../data/tickets/wire.ts'
import { OUTBOX_PAUSE } from '../../messaging/outbox.ts'
import { fire } from '../timers/handler.ts'
import { handler } from './handler.ts'

const take = async (...events: InboundMessage[]) =>
  expect((await handler(batchOf(events))).batchItemFailures).toEqual([])

const ticketOf = async ({ companyId, connectionId, number }: Fixture): Promise<TicketRow> => {
  const contact = await findContactByNumber(companyId, number)
  const ticket = contact && (await findLiveTicket(companyId, connectionId, contact.id))
  if (!ticket) throw new Error('there is no live ticket')
  return ticket
}

/** Oldest first: what the bot said, with the kind of its file. */
const spoken = async (fixture: Fixture, ticketId?: string) => {
  const rows = await listMessages(fixture.companyId, ticketId ?? (await ticketOf(fixture)).id, { limit: 100 })
  return rows
    .reverse()
    .filter(({ origin }) => origin === 'bot')
    .map(({ media, body }) => (media ? `[${media.kind}] ${body}` : body))
}

const file = (companyId: string, kind: StoredMedia['kind']): QueueOptionRow['media'] => ({
  kind,
  key: `${companyId}/media/kept/${newId()}`,
  mimetype: kind === 'image' ? 'image/png' : 'audio/ogg',
  fileName: 'arquivo',
  size: 9,
})

/**
 * Two queues; Vendas offers Orçamento (Novo, with a picture; Usado), Áudio, Cobrança → Financeiro
 * and Encerrar.
 */
async function shop(wanted: Parameters<typeof makeFixture>[0] = {}) {
  const fixture = await makeFixture({
    queues: [
      { name: 'Vendas', greetingMessage: 'Aqui é {{queue}}' },
      { name: 'Financeiro', greetingMessage: 'Aqui é {{queue}}' },
    ],
    connection: () => ({ greetingMessage: 'Olá!' }),
    ...wanted,
  })
  const { companyId } = fixture
  const [sales, finance] = fixture.queues
  const add = (title: string, changes: Partial<QueueOptionRow> = {}) =>
    createOption(
      companyId,
      {
        queueId: sales!.id,
        title,
        message: `Sobre ${title}, {{firstName}}`,
        kind: 'text',
        targetQueueId: null,
        media: null,
        ...changes,
      },
      { parentId: changes.parentId },
    )
  const budget = await add('Orçamento')
  await add('Áudio', { media: file(companyId, 'audio') })
  await add('Cobrança', { kind: 'queue', targetQueueId: finance?.id ?? null, message: 'Já te passo' })
  await add('Encerrar', { kind: 'close', message: 'Até logo' })
  await add('Novo', { parentId: budget.id, media: file(companyId, 'image') })
  await add('Usado', { parentId: budget.id })
  return { ...fixture, budget }
}

const MAIN = 'Olá!\n\n*1* - Vendas\n*2* - Financeiro'
const FIRST = 'Aqui é Vendas\n\n*1* - Orçamento\n*2* - Áudio\n*3* - Cobrança\n*4* - Encerrar\n*0* - Voltar'
const BUDGET = 'Sobre Orçamento, Maria\n\n*1* - Novo\n*2* - Usado\n*0* - Voltar\n*#* - Menu principal'

describe('the options of a queue', () => {
  it('are walked down to a person; every message again changes nothing', async () => {
    const fixture = await shop()
    const messages = ['oi', '1', '1', 'x', '0', '1', '1', 'obrigada'].map(body => inbound(fixture, { body }))
    for (const message of messages) await take(message, message)
    const expected = [MAIN, FIRST, BUDGET, BUDGET, FIRST, BUDGET, '[image] Sobre Novo, Maria']
    expect(await spoken(fixture)).toEqual(expected)
    const ticket = await ticketOf(fixture)
    expect(ticket).toMatchObject({ status: 'pending', user: null, queue: { name: 'Vendas' }, chatbot: false })
    expect(ticket.unreadMessages).toBe(messages.length)
    await take(...messages.toReversed())
    expect(await ticketOf(fixture)).toEqual(ticket)
    expect(await spoken(fixture)).toEqual(expected)
    const logs = await listLogs(fixture.companyId, ticket.id)
    expect(logs.map(({ type, queue }) => [type, queue?.name ?? null])).toEqual([
      ['create', null],
      ['chatBot', null],
      ['queue', 'Vendas'],
    ])
    const sent = (await commandsOf(fixture)).flatMap(command => (command.type === 'send' ? [command] : []))
    expect(
      sent.map(({ content }) =>
        content.kind === 'media' ? `[${content.media.kind}] ${content.body}` : 'body' in content && content.body,
      ),
    ).toEqual(expected)
    expect(new Set(sent.map(({ whatsappMessageId }) => whatsappMessageId)).size).toBe(expected.length)
  })

  it('the ticket says where the bot stands, while it talks', async () => {
    const fixture = await shop()
    const bots: unknown[] = []
    for (const body of ['oi', '1', '1', '#', '1', '1', '2']) {
      await take(inbound(fixture, { body }))
      const { queue, bot } = await toWireTicket(await ticketOf(fixture))
      bots.push(bot && [queue?.name ?? null, ...bot.path])
    }
    expect(bots).toEqual([
      [null],
      ['Vendas'],
      ['Vendas', 'Orçamento'],
      [null],
      ['Vendas'],
      ['Vendas', 'Orçamento'],
      null,
    ])
  })

  it('a file that bears no text is followed by it, in this order in the conversation and at WhatsApp', async () => {
    const fixture = await shop()
    for (const body of ['oi', '1', '2']) await take(inbound(fixture, { body }))
    const expected = [MAIN, FIRST, '[audio] ', 'Sobre Áudio, Maria']
    expect(await spoken(fixture)).toEqual(expected)
    expect(await ticketOf(fixture)).toMatchObject({ lastMessage: '2', lastMessageType: 'chat' })
    const sent = (await commandsOf(fixture)).flatMap(command => (command.type === 'send' ? [command.content.kind] : []))
    expect(sent).toEqual(['text', 'text', 'media', 'text'])
  })

  it('what was stored and did not leave goes with the outbox timer, files and texts in their order', async () => {
    const fixture = await shop()
    for (const body of ['oi', '1', '2']) await take(inbound(fixture, { body }))
    const { companyId, id: ticketId } = await ticketOf(fixture)
    // As if the process had died between the table and the queue.
    const lost = (await commandsOf(fixture)).flatMap(command => (command.type === 'send' ? [command] : []))
    await fire({ type: 'outbox', companyId, ticketId, dueAt: 0 }, Date.now() + OUTBOX_PAUSE)
    const again = (await commandsOf(fixture)).flatMap(command => (command.type === 'send' ? [command] : []))
    expect(again.map(({ whatsappMessageId, content }) => [whatsappMessageId, content])).toEqual(
      lost.map(({ whatsappMessageId, content }) => [whatsappMessageId, content]),
    )
  })

  it('one that hands over moves the ticket to the other queue, which speaks', async () => {
    const fixture = await shop()
    for (const body of ['oi', '1', '3']) await take(inbound(fixture, { body }))
    expect((await spoken(fixture)).slice(2)).toEqual(['Já te passo', 'Aqui é Financeiro'])
    const ticket = await ticketOf(fixture)
    expect(ticket).toMatchObject({ queue: { name: 'Financeiro' }, chatbot: false, status: 'pending' })
    const logs = await listLogs(fixture.companyId, ticket.id)
    expect(logs.map(({ type, queue }) => [type, queue?.name ?? null]).at(-1)).toEqual(['redirect', 'Financeiro'])
  })

  it('one that closes closes, once, after its message; a message after it begins anew', async () => {
    const fixture = await shop()
    for (const body of ['oi', '1']) await take(inbound(fixture, { body }))
    const { id } = await ticketOf(fixture)
    const bye = inbound(fixture, { body: '4' })
    await take(bye, bye)
    await Promise.all([take(bye), take(bye)])
    const { companyId } = fixture
    expect(await getTicket(companyId, id)).toMatchObject({ status: 'closed', menu: null, chatbot: false })
    expect(await spoken(fixture, id)).toEqual([MAIN, FIRST, 'Até logo'])
    expect((await listLogs(companyId, id)).filter(({ type }) => type === 'closed')).toHaveLength(1)
    const contact = await findContactByNumber(companyId, fixture.number)
    expect((await conversationStateOf(companyId, fixture.connectionId, contact!.id)).liveTicketId).toBeNull()
    await take(inbound(fixture))
    expect(await spoken(fixture)).toEqual([MAIN])
  })

  it('two answers at once are one after the other', async () => {
    const fixture = await shop()
    for (const body of ['oi', '1']) await take(inbound(fixture, { body }))
    await Promise.all(['1', '1'].map(body => take(inbound(fixture, { body }))))
    expect((await spoken(fixture)).slice(2)).toEqual([BUDGET, '[image] Sobre Novo, Maria'])
    expect(await ticketOf(fixture)).toMatchObject({ chatbot: false, unreadMessages: 4 })
  })

  it('an accept that comes first silences the bot, whatever is under way', async () => {
    const fixture = await shop()
    for (const body of ['oi', '1']) await take(inbound(fixture, { body }))
    const ticket = await ticketOf(fixture)
    const ana = { id: newId(), name: 'Ana' }
    await Promise.all([
      changeTicket(ticket.companyId, ticket, () => ({ set: { status: 'open', user: ana } })),
      take(inbound(fixture, { body: '1' })),
    ])
    const after = (await spoken(fixture)).length
    await take(inbound(fixture, { body: '1' }), inbound(fixture, { body: '#' }))
    expect(await spoken(fixture)).toHaveLength(after)
    expect(await ticketOf(fixture)).toMatchObject({ status: 'open', user: ana, unreadMessages: 5 })
  })

  it('of a connection with one queue come with the first message, and the bot is in the log', async () => {
    const fixture = await shop({ queues: [{ name: 'Vendas' }] })
    const hello = inbound(fixture)
    await take(hello, hello, inbound(fixture, { body: '1' }))
    const LINES = '*1* - Orçamento\n*2* - Áudio\n*3* - Cobrança\n*4* - Encerrar'
    expect(await spoken(fixture)).toEqual([LINES, BUDGET.replace('\n*#* - Menu principal', '')])
    const logs = await listLogs(fixture.companyId, (await ticketOf(fixture)).id)
    expect(logs.map(({ type }) => type)).toEqual(['create', 'queue', 'chatBot'])
    // The queue it hands over to is gone: a person.
    await take(inbound(fixture, { body: '0' }), inbound(fixture, { body: '3' }))
    expect((await spoken(fixture)).at(-1)).toBe('Já te passo')
    expect(await ticketOf(fixture)).toMatchObject({ chatbot: false, queue: { name: 'Vendas' }, status: 'pending' })
  })

  it.skipIf(!targetHas('metering'))('cost at most 20 write units an answer', async () => {
    const fixture = await shop()
    for (const body of ['oi', '1']) await take(inbound(fixture, { body }))
    for (const body of ['1', '2 por favor', '0', '1', '1']) {
      const { units } = await metered(() => take(inbound(fixture, { body })))
      expect(units.write).toBeGreaterThan(0)
      expect(units.write).toBeLessThanOrEqual(20)
    }
  })
})
