import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { RATING_AGAIN, RATING_THANKS, RATING_WAIT_MS } from '@balcao/shared/rules/rating.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { describe, expect, it, vi } from 'vitest'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { targetHas } from '../../../test/target.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { closedOnDays } from '../../data/reports/day-counter.ts'
import { recountDays } from '../../data/reports/recount-days.ts'
import { metered } from '../../data/table/meter.ts'
import { conversationStateOf } from '../../data/tickets/live-ticket.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { changeTicket, findLiveTicket, getTicket, requireTicket } from '../../data/tickets/ticket.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { farewellTimer } from '../../messaging/farewell.ts'
import { fire } from '../timers/handler.ts'
import { handler } from './handler.ts'

const take = async (...events: InboundEvent[]) => expect((await handler(batchOf(events))).batchItemFailures).toEqual([])

const ana = { id: newId(), name: 'Ana' }

const world = (changes: Parameters<typeof makeFixture>[0] = {}) =>
  makeFixture({
    queues: [{ name: 'Vendas', complationMessage: 'Até logo, {{firstName}}', ratingMessage: 'Gostou, {{firstName}}?' }],
    ...changes,
    settings: { userRating: 'enabled', ...changes?.settings },
  })

const contactOf = async ({ companyId, number }: Fixture) => (await findContactByNumber(companyId, number))!

const liveTicket = async (fixture: Fixture) =>
  findLiveTicket(fixture.companyId, fixture.connectionId, (await contactOf(fixture)).id)

const conversationOf = async (fixture: Fixture) =>
  conversationStateOf(fixture.companyId, fixture.connectionId, (await contactOf(fixture)).id)

/** A ticket that Ana served and closed with a farewell, and its timer. */
async function closed(fixture: Fixture, { user = ana as typeof ana | null } = {}) {
  await take(inbound(fixture, { body: 'bom dia' }))
  const { companyId, id } = (await liveTicket(fixture))!
  if (user) await changeTicket(companyId, id, () => ({ set: { status: 'open', user } }))
  const { ticket } = await changeTicket(companyId, id, () => ({ set: { status: 'closed' } }))
  return { ticket, farewell: farewellTimer(companyId, id, ticket.closedAt!) }
}

/** … who was asked for a rating. */
async function asked(fixture: Fixture): Promise<TicketRow> {
  const { ticket, farewell } = await closed(fixture)
  await fire(farewell, farewell.dueAt)
  return requireTicket(ticket.companyId, ticket.id)
}

const talk = async ({ companyId, id }: TicketRow) =>
  (await listMessages(companyId, id, { limit: 50 })).reverse().map(row => `${row.origin}: ${row.body.split('\n')[0]}`)

const figures = async (companyId: string) => {
  const day = localDay(Date.now(), 'America/Sao_Paulo')
  return (await closedOnDays(companyId, day, day)).find(({ userId }) => userId === ana.id)
}

const THANKS = `bot: ${RATING_THANKS}`
const AGAIN = `bot: ${RATING_AGAIN.split('\n')[0]}`
const ASKED = ['contact: bom dia', 'bot: Até logo, Maria', 'bot: Gostou, Maria?']

describe('the question for a rating', () => {
  it('follows the farewell, once, and is awaited for a day', async () => {
    const fixture = await world()
    const { ticket, farewell } = await closed(fixture)
    await Promise.all([fire(farewell, farewell.dueAt), fire(farewell, farewell.dueAt)])
    await fire(farewell, farewell.dueAt + 60_000)
    expect(await talk(ticket)).toEqual(ASKED)
    const { lastClosed } = await conversationOf(fixture)
    expect(lastClosed?.rating).toEqual({ until: expect.any(Number), repeated: false })
    const { until } = lastClosed!.rating!
    expect(Math.abs(until - Date.now() - RATING_WAIT_MS)).toBeLessThan(60_000)
    const due = (await timersOf(minuteOf(until))).map(({ timer }) => timer)
    expect(due).toContainEqual({ type: 'ratingOver', companyId: ticket.companyId, ticketId: ticket.id, dueAt: until })
  })

  it("is the connection's where the queue has none, and comes without a farewell too", async () => {
    const fixture = await world({ queues: [{}], connection: () => ({ ratingMessage: 'E aí?' }) })
    expect(await talk(await asked(fixture))).toEqual(['contact: bom dia', 'bot: E aí?'])
  })

  it('is not put without an attendant, in a group, with the setting off, or once the closing is undone', async () => {
    const off = await world({ settings: { userRating: 'disabled' } })
    expect(await talk(await asked(off))).toEqual(['contact: bom dia', 'bot: Até logo, Maria'])

    const nobody = await world()
    const alone = await closed(nobody, { user: null })
    await fire(alone.farewell, alone.farewell.dueAt)
    expect(await talk(alone.ticket)).toEqual(['contact: bom dia', 'bot: Até logo, Maria'])

    const undone = await world()
    const { ticket, farewell } = await closed(undone)
    await changeTicket(ticket.companyId, ticket.id, () => ({ set: { status: 'open' } }))
    await fire(farewell, farewell.dueAt)
    expect(await talk(ticket)).toEqual(['contact: bom dia'])
  })

  it('is not put to who wrote again before it', async () => {
    const fixture = await world()
    const { ticket, farewell } = await closed(fixture)
    await take(inbound(fixture, { body: 'mais uma coisa' }))
    await fire(farewell, farewell.dueAt)
    expect(await talk(ticket)).toEqual(['contact: bom dia', 'bot: Até logo, Maria'])
    await take(inbound(fixture, { body: '3' }))
    expect(await talk((await liveTicket(fixture))!)).toEqual(['contact: mais uma coisa', 'contact: 3'])
  })
})

describe('a rating', () => {
  it('is stored with user, queue and ticket, thanked for and counted, once however often it comes', async () => {
    const fixture = await world()
    const ticket = await asked(fixture)
    const answer = inbound(fixture, { body: '3' })
    await take(answer, answer)
    await Promise.all([take(answer), take(answer)])
    const rated = await requireTicket(ticket.companyId, ticket.id)
    expect(rated).toMatchObject({ status: 'closed', rating: 3, unreadMessages: ticket.unreadMessages })
    // Neither farewell, question nor answer hides what was said, or moves the ticket.
    expect(rated).toMatchObject({ lastMessage: 'bom dia', last: { origin: 'contact' }, updatedAt: rated.closedAt })
    expect(await talk(rated)).toEqual([...ASKED, 'contact: 3', THANKS])
    expect(await liveTicket(fixture)).toBeUndefined()
    const logs = await listLogs(ticket.companyId, ticket.id)
    expect(logs.filter(({ type }) => type === 'rated')).toEqual([
      expect.objectContaining({ rating: 3, user: ana, queue: expect.objectContaining({ name: 'Vendas' }) }),
    ])
    expect(await figures(ticket.companyId)).toMatchObject({ closed: 1, rated: 1, rating: 3 })
    expect(await recountDays(ticket.companyId)).toBe(0)
    const sent = (await commandsOf(fixture)).flatMap(command => (command.type === 'send' ? [command.content] : []))
    expect(sent.filter(content => content.kind === 'text' && content.body === RATING_THANKS)).toHaveLength(1)
  })

  it('given twice is given once: the second number begins a conversation', async () => {
    const fixture = await world()
    const ticket = await asked(fixture)
    await take(inbound(fixture, { body: '1' }))
    await take(inbound(fixture, { body: '3' }))
    expect((await requireTicket(ticket.companyId, ticket.id)).rating).toBe(1)
    expect(await talk((await liveTicket(fixture))!)).toEqual(['contact: 3'])
  })

  it('of two at once is one, and the other is not lost', async () => {
    const fixture = await world()
    const ticket = await asked(fixture)
    await Promise.all([take(inbound(fixture, { body: '1' })), take(inbound(fixture, { body: '3' }))])
    const lines = [...(await talk(ticket)), ...(await talk((await liveTicket(fixture))!))]
    expect(lines.filter(line => line === 'contact: 1' || line === 'contact: 3')).toHaveLength(2)
    expect(await figures(ticket.companyId)).toMatchObject({ rated: 1 })
  })

  it('may come at the second try; what is no number then is a new conversation', async () => {
    const fixture = await world()
    const ticket = await asked(fixture)
    const other = inbound(fixture, { body: 'obrigada' })
    await take(other, other)
    expect(await talk(ticket)).toEqual([...ASKED, 'contact: obrigada', AGAIN])
    expect(await liveTicket(fixture)).toBeUndefined()
    await take(inbound(fixture, { body: '2' }))
    expect((await requireTicket(ticket.companyId, ticket.id)).rating).toBe(2)

    const chatty = await world()
    const served = await asked(chatty)
    await take(inbound(chatty, { body: 'obrigada' }), inbound(chatty, { body: 'e o boleto' }))
    expect(await talk((await liveTicket(chatty))!)).toEqual(['contact: e o boleto'])
    // That conversation ended the wait.
    await take(inbound(chatty, { body: '3' }))
    expect((await requireTicket(served.companyId, served.id)).rating).toBeNull()
  })

  it('is not taken a day later, by the timer or by the clock', async () => {
    const fixture = await world()
    const ticket = await asked(fixture)
    const { until } = (await conversationOf(fixture)).lastClosed!.rating!
    const over = { type: 'ratingOver' as const, companyId: ticket.companyId, ticketId: ticket.id, dueAt: until }
    await fire({ ...over, dueAt: until - 1 }, until)
    expect((await conversationOf(fixture)).lastClosed?.rating).not.toBeNull()
    await fire(over, until)
    expect((await conversationOf(fixture)).lastClosed?.rating).toBeNull()
    await take(inbound(fixture, { body: '3' }))
    expect((await requireTicket(ticket.companyId, ticket.id)).rating).toBeNull()
    expect(await talk((await liveTicket(fixture))!)).toEqual(['contact: 3'])

    const late = await world()
    const served = await asked(late)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + RATING_WAIT_MS + 60_000 })
    try {
      await take(inbound(late, { body: '3' }))
    } finally {
      vi.useRealTimers()
    }
    expect((await getTicket(served.companyId, served.id, true))?.rating).toBeNull()
    expect(await talk((await liveTicket(late))!)).toEqual(['contact: 3'])
  })

  it('is taken back when the ticket is reopened, and the log keeps it', async () => {
    const fixture = await world()
    const ticket = await asked(fixture)
    await take(inbound(fixture, { body: '3' }))
    const reopened = await changeTicket(ticket.companyId, ticket.id, () => ({ set: { status: 'open' } }))
    expect(reopened.ticket.rating).toBeNull()
    expect(await figures(ticket.companyId)).toMatchObject({ closed: 0, rated: 0, rating: 0 })
    expect((await listLogs(ticket.companyId, ticket.id)).filter(({ type }) => type === 'rated')).toHaveLength(1)
  })

  it('keeps what the handset says, and what a call is, out', async () => {
    for (const changes of [
      { body: '3', fromMe: true },
      { kind: 'call_log' as const, body: '', call: { video: false, refused: false } },
    ]) {
      const fixture = await world()
      const ticket = await asked(fixture)
      await take(inbound(fixture, changes))
      expect((await requireTicket(ticket.companyId, ticket.id)).rating).toBeNull()
      expect(await liveTicket(fixture)).toBeDefined()
    }
  })

  it.skipIf(!targetHas('metering'))('costs at most 24 write units, and its closing 26', async () => {
    const fixture = await world()
    await take(inbound(fixture, { body: 'bom dia' }))
    const { companyId, id } = (await liveTicket(fixture))!
    await changeTicket(companyId, id, () => ({ set: { status: 'open', user: ana } }))
    const logs = [{ type: 'closed' as const, user: ana }]
    const closing = await metered(() =>
      changeTicket(companyId, id, () => ({ set: { status: 'closed' }, logs, extra: [] })),
    )
    expect(closing.units.write).toBeLessThanOrEqual(26)
    const farewell = farewellTimer(companyId, id, closing.result.ticket.closedAt!)
    await fire(farewell, farewell.dueAt)
    const rating = await metered(() => take(inbound(fixture, { body: '3' })))
    expect((await requireTicket(companyId, id)).rating).toBe(3)
    expect(rating.units.write).toBeLessThanOrEqual(24)
  })
})
