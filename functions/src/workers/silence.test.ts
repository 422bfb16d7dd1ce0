/**
 * Silence of a company that is disabled or past its due date: nothing automatic is sent in its
 * name, messages of contacts are stored where they will be seen, and everything goes on afterwards.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { OPT_OUT_THANKS } from '@balcao/shared/rules/campaigns/opt-out-words.ts'
import { CALL_REFUSED_TEXT } from '@balcao/shared/rules/inbound/answer-call.ts'
import { RATING_THANKS } from '@balcao/shared/rules/rating.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  makeCampaign,
  makeList,
  makeSender,
  sentOf,
  someNumbers,
  start,
  tick,
  workJobs,
} from '../../test/campaign-fixture.ts'
import { changeElsewhere, makeCompany, makeUser, makeWhatsapp } from '../../test/harness.ts'
import { makeContact } from '../../test/make-contact.ts'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../test/pipeline-fixture.ts'
import { config } from '../config.ts'
import { addWebhook, WEBHOOK_SECRET } from '../data/automation/webhook.ts'
import { getWebhookDelivery, newWebhookDelivery } from '../data/automation/webhook-delivery.ts'
import { getCampaign } from '../data/campaigns/campaign.ts'
import { recipientKey } from '../data/campaigns/campaign-recipient.ts'
import { optedOutAmong } from '../data/campaigns/opt-out-row.ts'
import { getSendQueue } from '../data/campaigns/send-queue-row.ts'
import { changeCompany, silencedBy } from '../data/company/company.ts'
import { findContactByNumber } from '../data/contacts/contact.ts'
import { getSchedule, newSchedule, scheduleTimer } from '../data/content/schedule.ts'
import { transact } from '../data/table/transact.ts'
import { conversationStateOf } from '../data/tickets/live-ticket.ts'
import { listMessages } from '../data/tickets/message.ts'
import { changeTicket, getTicket } from '../data/tickets/ticket.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { minuteOf, timersOf } from '../data/timers/timer.ts'
import { seal } from '../integrations/sealed.ts'
import { farewellTimer } from '../messaging/farewell.ts'
import { timersFor } from '../messaging/ticket-timers.ts'
import { runDelivery } from '../webhook-deliveries/run-delivery.ts'
import { keptUntil } from '../webhook-deliveries/schedule.ts'
import { handler } from './inbound/handler.ts'
import { fire } from './timers/handler.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const from = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** Reasons for which a company is silent: how it becomes so, and what ends it. */
const REASONS = [
  ['is disabled', { status: false }, { status: true }, 'ERR_COMPANY_DISABLED'],
  ['is past its due date', { dueDate: from(-MINUTE) }, { dueDate: from(30 * DAY) }, 'ERR_COMPANY_EXPIRED'],
] as const

afterEach(() => vi.mocked(Date.now).mockRestore?.())

const take = async (fixture: Fixture, body: string, changes: Parameters<typeof inbound>[1] = {}) => {
  expect((await handler(batchOf([inbound(fixture, { body, ...changes })]))).batchItemFailures).toEqual([])
  return ticketOf(fixture)
}

/** The live ticket of the fixture's contact, else the last closed one. */
async function ticketOf({ companyId, connectionId, number }: Fixture): Promise<TicketRow> {
  const contact = (await findContactByNumber(companyId, number))!
  const { liveTicketId, lastClosed } = await conversationStateOf(companyId, connectionId, contact.id)
  return (await getTicket(companyId, liveTicketId ?? lastClosed!.ticketId, true))!
}

const talk = async ({ companyId, id }: TicketRow) =>
  (await listMessages(companyId, id, { limit: 50 })).reverse().map(row => `${row.origin}: ${row.body.split('\n')[0]}`)

const sends = async (of: { connectionId: string }) =>
  (await commandsOf(of)).filter(({ type }) => type === 'send').length

/** No hour of the week. */
const NEVER = DEFAULT_SCHEDULES.map(day => ({ ...day, startTime: '00:00', endTime: '00:00' }))

const ana = { id: newId(), name: 'Ana' }

describe.each(REASONS)('of a company that %s', (_, silent, again, code) => {
  it('the menu of queues is not offered; what was written waits, unread, and the menu comes with the next word', async () => {
    const fixture = await makeFixture({ queues: [{ name: 'Vendas' }, { name: 'Contas' }] })
    await changeCompany(fixture.companyId, silent)
    await take(fixture, 'bom dia')
    const ticket = await take(fixture, '1')
    expect(ticket).toMatchObject({
      status: 'pending',
      unreadMessages: 2,
      lastMessage: '1',
      queue: null,
      chatbot: false,
    })
    expect([await talk(ticket), await sends(fixture)]).toEqual([['contact: bom dia', 'contact: 1'], 0])
    await changeCompany(fixture.companyId, again)
    const after = await take(fixture, 'alguém aí?')
    expect(after).toMatchObject({ id: ticket.id, unreadMessages: 3, chatbot: true })
    expect((await talk(after)).at(-1)).toContain('bot: ')
    expect((await take(fixture, '2')).queue).toMatchObject({ name: 'Contas' })
  })

  it('the only queue of a connection has what was written at once, and greets once it may', async () => {
    const fixture = await makeFixture({
      queues: [{ name: 'Vendas', greetingMessage: 'Bem-vinda' }],
      settings: { sendGreetingMessageOneQueues: 'enabled' },
    })
    await changeCompany(fixture.companyId, silent)
    const ticket = await take(fixture, 'bom dia')
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1, queue: { name: 'Vendas' } })
    expect(await talk(ticket)).toEqual(['contact: bom dia'])
    await changeCompany(fixture.companyId, again)
    expect(await talk(await take(fixture, 'oi?'))).toEqual(['contact: bom dia', 'contact: oi?', 'bot: Bem-vinda'])
  })

  it('nobody is sent the hours, and no ticket is closed for them; a refused call is noted without a word', async () => {
    const never = { outOfHoursMessage: 'Fechado', schedules: NEVER }
    const fixture = await makeFixture({
      queues: [{ name: 'Vendas', ...never }],
      settings: { scheduleType: 'queue', finishTicketOutFourHours: 'enabled' },
    })
    await changeCompany(fixture.companyId, silent)
    await take(fixture, 'bom dia')
    const ticket = await take(fixture, '', { kind: 'call_log', call: { video: false, refused: true } as never })
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 2 })
    expect((await talk(ticket)).filter(line => line.startsWith('bot'))).toEqual([])
    await changeCompany(fixture.companyId, again)
    await take(fixture, '', { kind: 'call_log', call: { video: false, refused: true } as never })
    const closed = await take(fixture, 'oi?')
    expect((await talk(closed)).filter(line => line.startsWith('bot'))).toEqual([
      `bot: ${CALL_REFUSED_TEXT}`,
      'bot: Fechado',
    ])
    expect(closed.status).toBe('closed')
  })

  it('no farewell is sent and no rating asked; one that is given counts without thanks', async () => {
    const world = () =>
      makeFixture({ queues: [{ name: 'Vendas', complationMessage: 'Até logo' }], settings: { userRating: 'enabled' } })
    const closing = async (fixture: Fixture) => {
      const { companyId, id } = await take(fixture, 'bom dia')
      await changeTicket(companyId, id, () => ({ set: { status: 'open', user: ana } }))
      const { ticket } = await changeTicket(companyId, id, () => ({ set: { status: 'closed' } }))
      const timer = farewellTimer(companyId, id, ticket.closedAt!)
      return { ticket, sendFarewell: () => fire(timer, timer.dueAt) }
    }
    const unasked = await world()
    const first = await closing(unasked)
    await changeCompany(unasked.companyId, silent)
    await first.sendFarewell()
    expect(await talk(first.ticket)).toEqual(['contact: bom dia'])
    await changeCompany(unasked.companyId, again)
    await changeTicket(unasked.companyId, first.ticket.id, () => ({ set: { status: 'open', user: ana } }))
    const { ticket } = await changeTicket(unasked.companyId, first.ticket.id, () => ({ set: { status: 'closed' } }))
    const later = farewellTimer(unasked.companyId, ticket.id, ticket.closedAt!)
    await fire(later, later.dueAt)
    expect((await talk(ticket)).slice(0, 2)).toEqual(['contact: bom dia', 'bot: Até logo'])

    const rated = await world()
    const second = await closing(rated)
    await second.sendFarewell()
    await changeCompany(rated.companyId, silent)
    expect(await take(rated, '3')).toMatchObject({ id: second.ticket.id, status: 'closed', rating: 3 })
    expect(await talk(second.ticket)).not.toContain(`bot: ${RATING_THANKS}`)
    // What is no rating is a conversation, which somebody will see.
    const asked = await world()
    const third = await closing(asked)
    await third.sendFarewell()
    await changeCompany(asked.companyId, silent)
    const fresh = await take(asked, 'obrigada, mas…')
    expect(fresh).toMatchObject({ status: 'pending', unreadMessages: 1 })
    expect(fresh.id).not.toBe(third.ticket.id)
  })

  it('no ticket is closed for its silence, which is counted from when the company may speak again', async () => {
    const fixture = await makeFixture({
      connection: () => ({ expiresTicket: 10, expiresInactiveMessage: 'Encerrando' }),
    })
    const pending = await take(fixture, 'bom dia')
    const { set, writes } = await timersFor(pending, 'open')
    const { ticket } = await changeTicket(fixture.companyId, pending, () => ({
      set: { status: 'open', user: ana, ...set },
      extra: writes,
    }))
    await changeCompany(fixture.companyId, silent)
    const due = { type: 'expireTicket', companyId: fixture.companyId, ticketId: ticket.id } as const
    const at = Date.now() + 20 * MINUTE
    await fire({ ...due, dueAt: ticket.expiryAt! }, at)
    const held = (await getTicket(fixture.companyId, ticket.id, true))!
    expect([held.status, await talk(held)]).toEqual(['open', ['contact: bom dia']])
    await changeCompany(fixture.companyId, again)
    const looks = async (expiryAt: number): Promise<Timer> =>
      (await timersOf(minuteOf(expiryAt))).find(({ timer }) => timer.companyId === fixture.companyId)!.timer
    const next = await looks(held.expiryAt!)
    await fire(next, at + 5 * MINUTE)
    expect((await getTicket(fixture.companyId, ticket.id, true))!.status).toBe('open')
    const last = (await getTicket(fixture.companyId, ticket.id, true))!
    await fire(await looks(last.expiryAt!), at + 11 * MINUTE)
    const closed = (await getTicket(fixture.companyId, ticket.id, true))!
    expect([closed.status, await talk(closed)]).toEqual(['closed', ['contact: bom dia', 'bot: Encerrando']])
  })

  it('a schedule waits and says why, and leaves when it may', async () => {
    const { id: companyId } = await makeCompany()
    const connection = await makeWhatsapp(companyId, { isDefault: true })
    const { user } = await makeUser(companyId)
    const contact = await makeContact(companyId, { name: 'Rui' })
    const { schedule, writes } = newSchedule(companyId, {
      ...{ contactId: contact.id, whatsappId: null, user: { id: user.id, name: user.name }, recurrence: 'none' },
      ...{ body: 'Bom dia', sendAt: Date.now() + MINUTE },
    })
    await transact(writes)
    const due = () => fire(scheduleTimer(schedule), schedule.sendAt)
    const row = () => getSchedule(companyId, schedule.id, true)
    await changeCompany(companyId, silent)
    await due()
    expect(await row()).toMatchObject({ status: 'PENDENTE', reason: code })
    expect(await sends({ connectionId: connection.id })).toBe(0)
    await changeCompany(companyId, again)
    await due()
    expect(await row()).toMatchObject({ status: 'ENVIADA', reason: null })
    expect(await sends({ connectionId: connection.id })).toBe(1)
  })

  it('a campaign waits and goes on; who answers "sair" is out of it, unthanked', async () => {
    const sender = await makeSender()
    const numbers = someNumbers(2)
    const campaign = await makeCampaign(sender, await makeList(sender, numbers))
    await start(campaign)
    await workJobs(sender.companyId)
    await changeCompany(sender.companyId, silent)
    await tick(sender)
    expect(await sentOf(sender)).toEqual([])
    expect((await getSendQueue(sender.companyId, sender.connectionId)).campaigns).toHaveLength(1)
    await changeCompany(sender.companyId, again)
    await tick(sender)
    expect((await sentOf(sender)).map(({ to }) => to.number).sort()).toEqual([...numbers].sort())
    expect((await getCampaign(sender.companyId, campaign.id, true))?.status).toBe('EM_ANDAMENTO')

    await changeCompany(sender.companyId, silent)
    const fixture = { ...sender, adminId: '', queues: [], number: numbers[0]! }
    const ticket = await take(fixture, 'sair')
    expect(await talk(ticket)).not.toContain(`bot: ${OPT_OUT_THANKS}`)
    expect((await optedOutAmong(sender.companyId, [recipientKey({ number: numbers[0]!, lid: null })])).size).toBe(1)
  })

  it('is known so to every process within seconds', async () => {
    const { id } = await makeCompany()
    expect(await silencedBy(id)).toBeUndefined()
    const [[name, value]] = Object.entries(silent) as [[string, unknown]]
    await changeElsewhere({ pk: `${id}#company`, sk: 'company' }, name, value)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 3001)
    expect(await silencedBy(id)).toBe(code)
  })
})

describe.each(REASONS)('a webhook of a company that %s', (_, silent, again, code) => {
  let server: Server
  let url: string
  let seen: string[]
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      for await (const _ of request);
      seen.push(String(request.headers['x-balcao-delivery']))
      response.writeHead(200).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    vi.spyOn(config(), 'OUTGOING_PRIVATE_HOSTS', 'get').mockReturnValue([new URL(url).host])
    seen = []
  })
  afterAll(() => server.close())

  it('receives nothing; what happens meanwhile waits as long as it is kept, and goes then', async () => {
    const { id: companyId } = await makeCompany()
    const secret = seal(companyId, WEBHOOK_SECRET, 'shh')
    const given = { name: 'Sistema', url, events: ['ticket.opened'], active: true, secret }
    const hook = await addWebhook(companyId, given as never)
    const made = newWebhookDelivery(companyId, {
      target: 'webhook',
      targetId: hook.id,
      event: 'ticket.opened',
      body: '{}',
    })
    await transact(made.writes)
    const { id } = made.row
    const look = () => runDelivery({ companyId, deliveryId: id })
    await changeCompany(companyId, silent)
    await look()
    expect([seen, (await getWebhookDelivery(companyId, id))?.status]).toEqual([[], 'waiting'])
    const { nextAt } = (await getWebhookDelivery(companyId, id))!
    expect(nextAt).toBeGreaterThan(Date.now())

    const late = newWebhookDelivery(companyId, {
      target: 'webhook',
      targetId: hook.id,
      event: 'ticket.opened',
      body: '{}',
    })
    await transact(late.writes)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => nextAt)
    await changeCompany(companyId, 'dueDate' in again ? { dueDate: from(30 * DAY) } : again)
    await look()
    expect([seen, (await getWebhookDelivery(companyId, id))?.status]).toEqual([[id], 'delivered'])

    await changeCompany(companyId, silent)
    vi.mocked(Date.now).mockImplementation(() => keptUntil('webhook', now))
    await runDelivery({ companyId, deliveryId: late.row.id })
    expect(await getWebhookDelivery(companyId, late.row.id)).toMatchObject({ status: 'failed', lastError: code })
    expect(seen).toEqual([id])
  })
})

it('a company that is gone says nothing either', async () => {
  expect(await silencedBy(newId())).toBe('ERR_COMPANY_DISABLED')
})
