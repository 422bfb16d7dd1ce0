import type { Timer } from '@balcao/shared/events/queues.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { describe, expect, it } from 'vitest'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { createOption } from '../../data/team/queue-option.ts'
import { getMessage, listMessages, raiseAck } from '../../data/tickets/message.ts'
import { changeTicket, findLiveTicket, getTicket } from '../../data/tickets/ticket.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { OUTBOX_LIMIT, OUTBOX_PAUSE } from '../../messaging/outbox.ts'
import { retryMessage } from '../../messaging/retry-message.ts'
import { sendMessage } from '../../messaging/send-message.ts'
import { timersFor } from '../../messaging/ticket-timers.ts'
import { handler as inboundHandler } from '../inbound/handler.ts'
import { fire, handler } from './handler.ts'

const MINUTE = 60_000
const ana = { id: '01980000-0000-7000-8000-000000000001', name: 'Ana' }

/** A fixture whose contact has written once; a queue that is named has a menu of one option. */
async function talking(wanted: Parameters<typeof makeFixture>[0] = {}, offering?: string) {
  const fixture = await makeFixture(wanted)
  const queueId = fixture.queues.find(({ name }) => name === offering)?.id
  const option = { title: 'Orçamento', message: '', kind: 'text' as const, targetQueueId: null, media: null }
  if (queueId) await createOption(fixture.companyId, { ...option, queueId }, {})
  await write(fixture)
  return { fixture, ticket: await ticketOf(fixture) }
}

const write = async (fixture: Fixture, body = 'oi') => {
  expect(await inboundHandler(batchOf([inbound(fixture, { body })]))).toEqual({ batchItemFailures: [] })
}

const ticketOf = async ({ companyId, connectionId, number }: Fixture): Promise<TicketRow> => {
  const contact = await findContactByNumber(companyId, number)
  return (await findLiveTicket(companyId, connectionId, contact!.id))!
}

const accept = async (ticket: TicketRow): Promise<TicketRow> => {
  const timers = await timersFor(ticket, 'open')
  const { ticket: after } = await changeTicket(ticket.companyId, ticket, () => ({
    set: { status: 'open', user: ana, ...timers.set },
    extra: timers.writes,
  }))
  return after
}

const now = (ticket: TicketRow) => getTicket(ticket.companyId, ticket.id) as Promise<TicketRow>
const logsOf = async ({ companyId, id }: TicketRow) => (await listLogs(companyId, id)).map(({ type }) => type)
const bodies = async ({ companyId, id }: TicketRow) =>
  (await listMessages(companyId, id, { limit: 100 })).reverse().map(({ origin, body }) => `${origin}: ${body}`)

/**
 * Timers of the company's conversations armed around a moment; a company begins with one of its
 * bills.
 */
const armed = async (companyId: string, at: number): Promise<Timer[]> => {
  const minutes = [minuteOf(at) - 1, minuteOf(at), minuteOf(at) + 1]
  const found = (await Promise.all(minutes.map(timersOf))).flat()
  return found.flatMap(({ timer }) => (timer.companyId === companyId && timer.type !== 'billCompany' ? [timer] : []))
}

describe('who does not choose', () => {
  const wanted: Parameters<typeof makeFixture>[0] = {
    queues: [{ name: 'Vendas' }, { name: 'Financeiro' }],
    connection: queues => ({ timeSendQueue: 10, sendIdQueue: queues[1]!.id }),
  }
  const timer = ({ companyId, id: ticketId }: TicketRow) => ({
    type: 'redirectQueue' as const,
    companyId,
    ticketId,
    dueAt: 0,
  })

  it('is sent to the queue of the connection, once', async () => {
    const { ticket } = await talking(wanted)
    await fire(timer(ticket), Date.now() + 10 * MINUTE)
    await fire(timer(ticket), Date.now() + 11 * MINUTE)
    expect(await now(ticket)).toMatchObject({ queue: { name: 'Financeiro' }, chatbot: false, status: 'pending' })
    expect(await logsOf(ticket)).toEqual(['create', 'chatBot', 'redirect'])
  })
  it('is left alone before the time, and looked at again', async () => {
    const { ticket } = await talking(wanted)
    await fire(timer(ticket), ticket.menu!.startedAt + 9 * MINUTE)
    expect((await now(ticket)).queue).toBeNull()
    expect((await armed(ticket.companyId, ticket.menu!.startedAt + 10 * MINUTE)).map(({ type }) => type)).toEqual([
      'redirectQueue',
    ])
  })
  it('but chose, or was accepted, stays', async () => {
    const chosen = await talking(wanted)
    await write(chosen.fixture, '1')
    await fire(timer(chosen.ticket), Date.now() + 10 * MINUTE)
    expect((await now(chosen.ticket)).queue?.name).toBe('Vendas')
    const accepted = await talking(wanted)
    await accept(accepted.ticket)
    await fire(timer(accepted.ticket), Date.now() + 10 * MINUTE)
    expect((await now(accepted.ticket)).queue).toBeNull()
  })
  it('of a queue’s options has chosen the queue; who went back to the queues has their time again', async () => {
    const { fixture, ticket } = await talking(wanted, 'Vendas')
    await write(fixture, '1')
    expect(await now(ticket)).toMatchObject({ queue: { name: 'Vendas' }, menu: { phase: 'options' } })
    await fire(timer(ticket), Date.now() + 20 * MINUTE)
    expect(await now(ticket)).toMatchObject({ queue: { name: 'Vendas' }, chatbot: true })
    await write(fixture, '0')
    const back = await now(ticket)
    expect(back).toMatchObject({ queue: null, menu: { phase: 'menu' } })
    const due = await armed(ticket.companyId, back.menu!.startedAt + 10 * MINUTE)
    expect(due.find(({ dueAt }) => dueAt === back.menu!.startedAt + 10 * MINUTE)).toMatchObject({
      type: 'redirectQueue',
    })
    await fire(timer(ticket), back.menu!.startedAt + 10 * MINUTE)
    expect(await now(ticket)).toMatchObject({ queue: { name: 'Financeiro' }, chatbot: false, menu: { phase: 'done' } })
  })
})

describe('who waits too long', () => {
  const wanted: Parameters<typeof makeFixture>[0] = {
    queues: [{ name: 'Vendas' }, { name: 'Reserva' }],
    connection: queues => ({ timeToTransfer: 5, transferQueueId: queues[1]!.id, queueIds: [queues[0]!.id] }),
  }
  const timer = ({ companyId, id: ticketId }: TicketRow) => ({
    type: 'transferPending' as const,
    companyId,
    ticketId,
    dueAt: 0,
  })

  it('moves to the transfer queue, once', async () => {
    const { ticket } = await talking(wanted)
    expect(ticket.queue?.name).toBe('Vendas')
    await fire(timer(ticket), Date.now() + 5 * MINUTE)
    await fire(timer(ticket), Date.now() + 6 * MINUTE)
    expect((await now(ticket)).queue?.name).toBe('Reserva')
    expect((await logsOf(ticket)).filter(type => type === 'redirect')).toHaveLength(1)
  })
  it('in a queue’s options is led no further by the bot once it moved', async () => {
    const { fixture, ticket } = await talking(wanted, 'Vendas')
    expect(ticket).toMatchObject({ chatbot: true, menu: { phase: 'options' } })
    await fire(timer(ticket), Date.now() + 5 * MINUTE)
    await write(fixture, '1')
    expect(await now(ticket)).toMatchObject({ queue: { name: 'Reserva' }, chatbot: false, menu: { phase: 'done' } })
    expect(await bodies(ticket)).toEqual(['contact: oi', 'bot: *1* - Orçamento', 'contact: 1'])
  })
  it('counts from when the ticket came back to the queue', async () => {
    const { ticket } = await talking(wanted)
    const open = await accept(ticket)
    const timers = await timersFor(open, 'pending')
    expect(timers.writes).toHaveLength(1)
    await new Promise(resolve => setTimeout(resolve, 5))
    const { ticket: back } = await changeTicket(ticket.companyId, open, () => ({
      set: { status: 'pending', user: null },
    }))
    await fire(timer(ticket), ticket.pendingSince! + 5 * MINUTE)
    expect((await now(ticket)).queue?.name).toBe('Vendas')
    await fire(timer(ticket), back.pendingSince! + 5 * MINUTE)
    expect((await now(ticket)).queue?.name).toBe('Reserva')
  })
})

describe('who is silent', () => {
  const wanted: Parameters<typeof makeFixture>[0] = {
    connection: () => ({
      expiresTicket: 30,
      expiresInactiveMessage: 'Até logo, {{firstName}}! Protocolo {{protocol}}',
    }),
  }
  const timer = ({ companyId, id: ticketId, expiryAt }: TicketRow) => ({
    type: 'expireTicket' as const,
    companyId,
    ticketId,
    dueAt: expiryAt ?? 0,
  })

  it('receives the message, and the ticket is closed, once', async () => {
    const { ticket } = await talking(wanted)
    const open = await accept(ticket)
    expect(await armed(ticket.companyId, open.expiryAt!)).toEqual([timer(open)])
    await Promise.all([1, 2, 3].map(() => fire(timer(open), open.servedAt! + 30 * MINUTE)))
    await fire(timer(open), open.servedAt! + 31 * MINUTE)
    expect(await now(ticket)).toMatchObject({ status: 'closed', user: ana })
    const texts = await bodies(ticket)
    expect(texts).toHaveLength(2)
    expect(texts[1]).toMatch(/^bot: Até logo, Maria! Protocolo \d{8}-[0-9A-F]{6}$/)
    expect((await logsOf(ticket)).filter(type => type === 'closed')).toHaveLength(1)
    const logs = await listLogs(ticket.companyId, ticket.id)
    expect(logs.find(({ type }) => type === 'closed')).toMatchObject({ user: null })
  })
  it('but wrote since is given the time again, by the same one timer', async () => {
    const { fixture, ticket } = await talking(wanted)
    const open = await accept(ticket)
    await new Promise(resolve => setTimeout(resolve, 5))
    await write(fixture, 'espera')
    const written = await now(ticket)
    expect(written.expiryAt).toBe(open.expiryAt)
    await fire(timer(open), open.servedAt! + 30 * MINUTE)
    const again = await now(ticket)
    expect(again.status).toBe('open')
    expect(again.expiryAt).toBeGreaterThan(open.expiryAt!)
    // The first one, delivered a second time, is nobody's any more.
    await fire(timer(open), open.servedAt! + 90 * MINUTE)
    expect((await now(ticket)).status).toBe('open')
    await fire(timer(again), again.expiryAt!)
    expect((await now(ticket)).status).toBe('closed')
  })
  it('is not closed while our answer could not leave; the time begins when it has', async () => {
    const { ticket } = await talking(wanted)
    const open = await accept(ticket)
    const sent = await sendMessage(
      { companyId: ticket.companyId },
      { ticket: open, content: { kind: 'text', body: 'Já respondo' }, origin: 'attendant', user: ana },
    )
    await fire(timer(open), open.expiryAt! + MINUTE)
    const held = await now(ticket)
    expect(held).toMatchObject({ status: 'open', expiryAt: open.expiryAt! + 2 * MINUTE })
    const [armedAgain] = (await armed(ticket.companyId, held.expiryAt!)).filter(({ type }) => type === 'expireTicket')
    expect(armedAgain).toMatchObject({ heldAt: open.expiryAt! + MINUTE })
    await raiseAck(sent.message, 1)
    await fire(armedAgain!, held.expiryAt!)
    const given = await now(ticket)
    expect(given).toMatchObject({ status: 'open', expiryAt: open.expiryAt! + 31 * MINUTE })
    const [last] = (await armed(ticket.companyId, given.expiryAt!)).filter(({ type }) => type === 'expireTicket')
    await fire(last!, given.expiryAt!)
    expect((await now(ticket)).status).toBe('closed')
  })
  it('is not closed while the connection is down, in which nobody can write', async () => {
    const { ticket } = await talking({ connection: () => ({ expiresTicket: 30, status: 'DISCONNECTED' }) })
    const open = await accept(ticket)
    await fire(timer(open), open.expiryAt! + MINUTE)
    expect(await now(ticket)).toMatchObject({ status: 'open', expiryAt: open.expiryAt! + 2 * MINUTE })
  })
  it('and has no message configured is closed without a word', async () => {
    const { ticket } = await talking({ connection: () => ({ expiresTicket: 1 }) })
    const open = await accept(ticket)
    await fire(timer(open), open.servedAt! + MINUTE)
    expect((await now(ticket)).status).toBe('closed')
    expect(await bodies(ticket)).toEqual(['contact: oi'])
  })
})

describe('the outbox', () => {
  const send = async () => {
    const { fixture, ticket } = await talking()
    const open = await accept(ticket)
    const { message } = await sendMessage(fixture, {
      ticket: open,
      content: { kind: 'text', body: 'bom dia' },
      origin: 'attendant',
      user: ana,
      clientId: '0b8e0b0e-0000-4000-8000-000000000000',
    })
    const sentAt = Date.now()
    const timer = { type: 'outbox' as const, companyId: ticket.companyId, ticketId: ticket.id, dueAt: 0 }
    const find = async () => (await getMessage(ticket.companyId, message.id))!
    return { fixture, ticket: open, message, timer, sentAt, find }
  }
  const sends = async (fixture: Fixture) =>
    (await commandsOf(fixture)).flatMap(command => (command.type === 'send' ? [command.whatsappMessageId] : []))

  it('is armed with the message', async () => {
    const { ticket, sentAt } = await send()
    const types = (await armed(ticket.companyId, sentAt + OUTBOX_PAUSE)).map(({ type }) => type)
    expect(types).toEqual(['outbox'])
  })
  it('sends again what is still at the clock, under its own id, until it is too old', async () => {
    const { fixture, message, timer, sentAt, find } = await send()
    expect(await sends(fixture)).toEqual([message.whatsappMessageId])
    await fire(timer, sentAt + OUTBOX_PAUSE)
    expect(await sends(fixture)).toEqual([message.whatsappMessageId])
    await fire(timer, sentAt + OUTBOX_LIMIT + 1000)
    expect(await find()).toMatchObject({ ack: 0, error: 'ERR_SEND_TIMED_OUT' })
  })
  it('looks at what waits when it is to leave again or to be failed, and not between', async () => {
    const { ticket, message, timer, sentAt } = await send()
    for (const minutes of [1, 2, 4, 8]) await fire(timer, sentAt + minutes * OUTBOX_PAUSE)
    const minutes = Array.from({ length: 20 }, (_, i) => minuteOf(sentAt) + i)
    const looks = (await Promise.all(minutes.map(timersOf)))
      .flat()
      .filter(found => found.timer.companyId === ticket.companyId && found.timer.type === 'outbox')
      .map(found => (found.timer.dueAt - timeOfId(message.id)) / OUTBOX_PAUSE)
    // With the message the timer is armed a moment after its id was made.
    expect(looks.map(Math.round)).toEqual([1, 2, 4, 8, 15])
    expect(looks.slice(1)).toEqual([2, 4, 8, 15])
  })
  it('leaves alone what WhatsApp has', async () => {
    const { fixture, message, timer, sentAt, find } = await send()
    await sends(fixture)
    await raiseAck(message, 2)
    await fire(timer, sentAt + OUTBOX_PAUSE)
    await fire(timer, sentAt + OUTBOX_LIMIT + 1000)
    expect(await sends(fixture)).toEqual([])
    expect((await find()).error).toBeNull()
  })
  it('a message that failed leaves again by hand, and is looked after again', async () => {
    const { fixture, ticket, message, timer, sentAt, find } = await send()
    await fire(timer, sentAt + OUTBOX_LIMIT + 1000)
    const after = await retryMessage(ticket, await find())
    expect(after.error).toBeNull()
    expect(await sends(fixture)).toEqual([message.whatsappMessageId, message.whatsappMessageId])
    const retried = Date.now()
    const [again] = (await armed(ticket.companyId, retried + OUTBOX_PAUSE)).filter(
      found => found.type === 'outbox' && found.retry !== undefined,
    )
    await fire(again!, retried + OUTBOX_PAUSE)
    expect((await find()).error).toBeNull()
    await fire(again!, retried + OUTBOX_LIMIT + 1000)
    expect((await find()).error).toBe('ERR_SEND_TIMED_OUT')
  })
})

describe('the handler', () => {
  it('reports what it cannot read and does the rest', async () => {
    const { ticket } = await talking()
    const timer = JSON.stringify({ type: 'outbox', companyId: ticket.companyId, ticketId: ticket.id, dueAt: 0 })
    expect(await handler(batchOf([timer, '{}', timer]))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] })
    expectLogged('the message cannot be read', 1)
  })
})
