import { rules } from '@balcao/shared/api/tickets/rules.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Action } from '@balcao/shared/entities/macro.ts'
import type { Rule, RuleCondition } from '@balcao/shared/entities/rule.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, makeQueue, makeUser, type TestUser } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { batchOf, type Fixture, inbound, makeFixture } from '../../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../../test/some-number.ts'
import { changeCompany } from '../../../data/company/company.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { RULES } from '../../../data/rules/rule.ts'
import type { RuleTimer } from '../../../data/rules/rule-event.ts'
import { silentSince } from '../../../data/rules/rule-timers.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { listMessages } from '../../../data/tickets/message.ts'
import { changeTicket, findLiveTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import { listLogs } from '../../../data/tickets/ticket-log.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { sendMessage } from '../../../messaging/send-message.ts'
import { runRule } from '../../../rules/run-rule.ts'
import { handler } from '../../../workers/inbound/handler.ts'
import { fire } from '../../../workers/timers/handler.ts'

let fixture: Fixture
let admin: TestUser
let tagId: string

beforeEach(async () => {
  fixture = await makeFixture()
  admin = await makeUser(fixture.companyId, { profile: 'admin' })
  tagId = await makeTag('Boleto')
})
afterEach(() => vi.restoreAllMocks())

const makeTag = async (name: string): Promise<string> =>
  (await call(tags.create, { as: admin, body: { name: `${name} ${crypto.randomUUID().slice(0, 8)}` } })).body.id

const makeRule = async (given: Partial<Omit<Rule, 'actions'>> & { actions?: Action[] } = {}): Promise<Rule> => {
  const body = { name: crypto.randomUUID().slice(0, 8), event: 'message.received' as const, active: true, ...given }
  const { status, body: rule } = await call(rules.create, {
    as: admin,
    body: { actions: [{ type: 'tag', tagId }], ...body },
  })
  expect(status).toBe(201)
  return rule as Rule
}

const write = async (body: string): Promise<TicketRow> => {
  expect(await handler(batchOf([inbound(fixture, { body })]))).toEqual({ batchItemFailures: [] })
  const contact = await findContactByNumber(fixture.companyId, fixture.number)
  return (await findLiveTicket(fixture.companyId, fixture.connectionId, contact!.id))!
}

/** Events of the company that rules are still to be asked about. */
const asked = async (): Promise<RuleTimer[]> => {
  const minute = minuteOf(Date.now())
  const timers = (await Promise.all([0, 1, 2].map(later => timersOf(minute + later)))).flat()
  return timers.flatMap(({ timer }) =>
    timer.type === 'runRules' && timer.companyId === fixture.companyId ? [timer] : [],
  )
}
const fireAll = async () => {
  for (const timer of await asked()) await fire(timer, Date.now())
}
const tagsOf = async (ticket: TicketRow) => (await requireTicket(ticket.companyId, ticket.id)).tags.map(({ id }) => id)
const runsOf = async ({ id }: Rule) => (await call(rules.runs, { as: admin, params: { id } })).body.runs

describe('rules', () => {
  it('act on an event whose conditions hold, once, and stand in the ticket’s history', async () => {
    const rule = await makeRule({ conditions: [{ field: 'words', operator: 'contains', value: 'boleto' }] })
    const ticket = await write('Segunda via do BOLETO')
    const [timer, ...more] = await asked()
    expect(more).toEqual([])
    for (let i = 0; i < 3; i++) await fire(timer!, Date.now())
    expect(await tagsOf(ticket)).toEqual([tagId])
    expect((await listLogs(ticket.companyId, ticket.id)).filter(({ type }) => type === 'rule')).toEqual([
      expect.objectContaining({ rule: { id: rule.id, name: rule.name }, user: null }),
    ])
    expect(await runsOf(rule)).toEqual([
      expect.objectContaining({
        id: timer!.eventId,
        ...{ ticketId: ticket.id, acted: true, reason: null, results: [{ type: 'tag', ok: true }] },
        because: [expect.objectContaining({ field: 'words', actual: 'Segunda via do BOLETO', holds: true })],
      }),
    ])
  })

  it('say at once that a reply cannot arrive, once an official number’s window has closed', async () => {
    const rule = await makeRule({
      actions: [
        { type: 'reply', text: 'Já vamos!' },
        { type: 'tag', tagId },
      ],
    })
    const { companyId, id } = await write('oi')
    await changeTicket(companyId, id, () => ({ set: { windowUntil: Date.now() - 1 } }))
    await fireAll()
    const [run] = await runsOf(rule)
    expect(run!.results).toMatchObject([{ type: 'reply', ok: false, error: 'ERR_OUTSIDE_WINDOW' }, { ok: true }])
    expect((await listMessages(companyId, id, { limit: 5 })).filter(({ fromMe }) => fromMe)).toEqual([])
  })

  it('say nothing for a company that is silenced, and do the rest', async () => {
    const { companyId } = fixture
    const { id: queueId } = await makeQueue(companyId)
    await saveSetting(companyId, 'sendMsgTransfTicket', 'enabled')
    const rule = await makeRule({
      actions: [
        { type: 'reply', text: 'Já vamos!' },
        { type: 'email', to: 'dono@example.com', subject: 'Oi', text: 'Oi' },
        { type: 'queue', queueId },
      ],
    })
    const { id } = await write('oi')
    await changeCompany(companyId, { status: false })
    await fireAll()
    expect((await requireTicket(companyId, id)).queue?.id).toBe(queueId)
    expect((await listMessages(companyId, id, { limit: 5 })).filter(({ fromMe }) => fromMe)).toEqual([])
    await changeCompany(companyId, { status: true })
    const refused = { ok: false, error: 'ERR_COMPANY_DISABLED' }
    const [run] = await runsOf(rule)
    expect(run!.results).toMatchObject([{ type: 'reply', ...refused }, { type: 'email', ...refused }, { ok: true }])
    // Then it speaks again.
    await write('oi?')
    await fireAll()
    expect((await listMessages(companyId, id, { limit: 9 })).filter(({ fromMe }) => fromMe)).toHaveLength(1)
  })

  it('reply twenty times an hour in one conversation, though each reply is answered', async () => {
    const rule = await makeRule({ actions: [{ type: 'reply', text: 'Como posso ajudar?' }] })
    const { companyId, id } = await write('Como posso ajudar?')
    const replies = async () => (await listMessages(companyId, id, { limit: 60 })).filter(({ fromMe }) => fromMe).length
    await fireAll()
    for (let i = 0; i < 21; i++) {
      await write('Como posso ajudar?')
      await fireAll()
    }
    expect(await replies()).toBe(20)
    const [last] = await runsOf(rule)
    expect(last!.results).toMatchObject([{ type: 'reply', ok: false, error: 'ERR_TOO_MANY_REPLIES' }])
  })

  it('do each of what a rule may do to a ticket that nobody has taken', async () => {
    const { id: queueId } = await makeQueue(fixture.companyId)
    const actions: Action[] = [
      { type: 'note', text: 'Visto' },
      { type: 'tag', tagId },
      { type: 'untag', tagId },
      { type: 'priority', priority: 'high' },
      { type: 'queue', queueId },
      { type: 'assign', userId: admin.user.id },
      { type: 'resolve', farewell: true },
    ]
    const made: Rule[] = []
    for (const action of actions)
      made.push(
        await makeRule({
          conditions: [{ field: 'words', operator: 'contains', value: `teste ${action.type}` }],
          actions: [action],
        }),
      )
    const refused = []
    for (const [i, { type }] of actions.entries()) {
      fixture = { ...fixture, number: someNumber() }
      expect(await write(`teste ${type}`)).toMatchObject({ status: 'pending', user: null })
      await fireAll()
      const [run] = await runsOf(made[i]!)
      refused.push(...run!.results!.filter(({ ok }) => !ok))
    }
    expect(refused).toEqual([])
  })

  it('do not resolve over what the contact wrote after they were asked; that is another event', async () => {
    const { id } = await makeRule({ actions: [{ type: 'resolve', farewell: false }] })
    const rule = (await getRow(fixture.companyId, RULES, id))!
    const ticket = await write('Obrigado')
    await write('Mais uma coisa')
    await runRule(rule, { ticket, eventId: newId(), depth: 0, because: [] })
    expect((await requireTicket(ticket.companyId, ticket.id)).status).toBe('pending')
    const [run] = await runsOf(rule)
    expect(run!.results).toEqual([{ type: 'resolve', ok: false, error: 'ERR_TICKET_NEW_MESSAGE' }])
    await fireAll()
    expect((await requireTicket(ticket.companyId, ticket.id)).status).toBe('closed')
  })

  it('do not act later on an event that did not meet their conditions when it happened', async () => {
    const later = await makeTag('Depois')
    await makeRule({ conditions: [{ field: 'priority', operator: 'is', value: 'high' }] })
    const ticket = await write('Bom dia')
    const [timer] = await asked()
    await fire(timer!, Date.now())
    await call(tickets.update, { as: admin, params: { id: ticket.id }, body: { priority: 'high' } })
    await makeRule({ actions: [{ type: 'tag', tagId: later }] })
    // The timer's row, a minute later.
    await fire(timer!, Date.now())
    expect(await tagsOf(ticket)).toEqual([])
  })

  it('say why one did not act, by its conditions of now', async () => {
    const rule = await makeRule({ conditions: [{ field: 'words', operator: 'contains', value: 'boleto' }] })
    const ticket = await write('Bom dia')
    await fireAll()
    expect(await tagsOf(ticket)).toEqual([])
    expect(await runsOf(rule)).toEqual([
      expect.objectContaining({
        acted: false,
        reason: 'conditions',
        because: [expect.objectContaining({ actual: 'Bom dia' })],
      }),
    ])
    await call(rules.update, { as: admin, params: { id: rule.id }, body: { conditions: [] } })
    expect(await runsOf(rule)).toEqual([])
  })

  it('that are switched off have no events of others in their log', async () => {
    const conditions = [{ field: 'words', operator: 'contains', value: 'boleto' }] as RuleCondition[]
    const off = await makeRule({ conditions, active: false })
    const on = await makeRule({ conditions })
    await write('Bom dia')
    await fireAll()
    expect(await runsOf(on)).toMatchObject([{ acted: false, reason: 'conditions' }])
    expect(await runsOf(off)).toEqual([])
  })

  it('are asked about nothing while none of the company is active for the event', async () => {
    const rule = await makeRule({ active: false })
    await makeRule({ event: 'ticket.closed' })
    const ticket = await write('oi')
    expect(await asked()).toEqual([])
    await call(rules.update, { as: admin, params: { id: rule.id }, body: { active: true } })
    await write('oi?')
    expect(await asked()).toMatchObject([{ event: 'message.received', ticketId: ticket.id, depth: 0 }])
    await call(rules.remove, { as: admin, params: { id: rule.id } })
    await write('alô?')
    expect(await asked()).toHaveLength(1)
  })

  it('act one after the other in their order: each sees what the one before did', async () => {
    const second = await makeTag('Segunda')
    const conditions: RuleCondition[] = [{ field: 'tag', operator: 'contains', value: tagId }]
    await makeRule({ order: 2, conditions, actions: [{ type: 'tag', tagId: second }] })
    await makeRule({ order: 1 })
    const ticket = await write('oi')
    await fireAll()
    expect(await tagsOf(ticket)).toEqual([tagId, second])
  })

  it('that set each other off end after five, which is told', async () => {
    const other = await makeTag('Outra')
    const loop = (from: string, to: string) =>
      makeRule({
        event: 'tag.set',
        conditions: [{ field: 'tag', operator: 'contains', value: from }],
        actions: [
          { type: 'untag', tagId: from },
          { type: 'tag', tagId: to },
        ],
      })
    const [there, back] = [await loop(tagId, other), await loop(other, tagId)]
    const ticket = await write('oi')
    await changeTicket(ticket.companyId, ticket.id, () => ({
      set: { tags: [{ id: tagId, name: 'Boleto', color: '#ffffff' }] },
    }))
    const known = new Set<string>()
    for (;;) {
      const next = (await asked()).find(({ eventId }) => !known.has(eventId))
      if (!next) break
      known.add(next.eventId)
      await fire(next, Date.now())
      expect(known.size).toBeLessThan(20)
    }
    expect(known.size).toBe(6)
    const types = (await listLogs(ticket.companyId, ticket.id))
      .map(({ type }) => type)
      .filter(type => /^rule/.test(type))
    expect(types).toEqual(['rule', 'rule', 'rule', 'rule', 'rule', 'ruleLoop'])
    const last = [...(await runsOf(there)), ...(await runsOf(back))].filter(({ reason }) => reason === 'loop')
    expect(last).toEqual([expect.objectContaining({ acted: false, results: [] })])
  })

  it('are asked about a silence once for each length, until somebody writes', async () => {
    const silence = (value: number): RuleCondition[] => [{ field: 'idleMinutes', operator: 'greater', value }]
    const [soon, late] = [
      await makeRule({ event: 'ticket.idle', conditions: silence(9) }),
      await makeRule({ event: 'ticket.idle', conditions: silence(29) }),
    ]
    const ticket = await write('oi')
    const since = silentSince(ticket)
    const silent = (minutes: number): Timer => ({
      ...{ type: 'idleTicket', companyId: ticket.companyId, ticketId: ticket.id, since, minutes },
      dueAt: since + minutes * 60_000,
    })
    const waiting = async (minutes: number) =>
      (await timersOf(minuteOf(since + minutes * 60_000))).filter(
        ({ timer }) => timer.type === 'idleTicket' && timer.ticketId === ticket.id,
      )
    expect(await waiting(10)).toMatchObject([{ timer: silent(10) }])
    vi.useFakeTimers({ toFake: ['Date'], now: since + 600_000 })
    for (let i = 0; i < 2; i++) await fire(silent(10), Date.now())
    const events = await asked()
    expect(events).toMatchObject([{ event: 'ticket.idle', minutes: 10 }])
    await fire(events[0]!, Date.now())
    expect(await runsOf(soon)).toMatchObject([{ acted: true, because: [{ field: 'idleMinutes', actual: '10' }] }])
    expect(await runsOf(late)).toMatchObject([{ acted: false, because: [{ actual: '10', holds: false }] }])
    expect(await waiting(30)).toHaveLength(1)
    await write('alguém?')
    await fire(silent(30), since + 1_800_000)
    expect(await asked()).toHaveLength(1)
    vi.useRealTimers()
  })

  it('that write after each silence of a ticket in which nobody has spoken end after five', async () => {
    const conditions: RuleCondition[] = [{ field: 'idleMinutes', operator: 'greater', value: 0 }]
    const rule = await makeRule({
      event: 'ticket.idle',
      conditions,
      actions: [{ type: 'reply', text: 'Ainda está aí?' }],
    })
    const { companyId, connectionId: id, number } = fixture
    const contact = await makeContact(companyId, { number })
    const ticket = await makeTicket(companyId, { contact, whatsapp: { id, name: 'Loja' } })
    await sendMessage({ companyId }, { ticket, content: { kind: 'text', body: 'Seu pedido saiu' }, origin: 'bot' })
    /** Lets silence after silence pass, until none is waited for. */
    const goOn = async () => {
      for (let rounds = 0; ; rounds++) {
        const since = silentSince(await requireTicket(ticket.companyId, ticket.id))
        const found = (await timersOf(minuteOf(since + 60_000))).map(({ timer }) => timer)
        const next = found.find(
          timer => timer.type === 'idleTicket' && timer.ticketId === ticket.id && timer.since === since,
        )
        if (!next || silences.has(since)) return
        silences.add(since)
        vi.useFakeTimers({ toFake: ['Date'], now: since + 60_000 })
        await fire(next, Date.now())
        await fireAll()
        expect(rounds).toBeLessThan(20)
      }
    }
    const silences = new Set<number>()
    await goOn()
    const reasons = async () => (await runsOf(rule)).map(({ acted, reason }) => (acted ? 'acted' : reason))
    expect(await reasons()).toEqual(['loop', ...Array(5).fill('acted')])
    await write('estou')
    await goOn()
    // Their own messages end no silence of somebody who spoke.
    expect(await reasons()).toEqual(['acted', 'loop', ...Array(5).fill('acted')])
    vi.useRealTimers()
  })

  it('are asked once before a window closes, unless the contact wrote again', async () => {
    const rule = await makeRule({ event: 'window.closing' })
    const ticket = await write('oi')
    const until = Date.now() + 86_400_000
    const set = (windowUntil: number) => changeTicket(ticket.companyId, ticket.id, () => ({ set: { windowUntil } }))
    await set(until)
    const closing = (await timersOf(minuteOf(until - 3_600_000))).filter(
      ({ timer }) => timer.type === 'windowClosing' && timer.ticketId === ticket.id,
    )
    expect(closing).toHaveLength(1)
    for (let i = 0; i < 2; i++) await fire(closing[0]!.timer, Date.now())
    await fireAll()
    expect(await runsOf(rule)).toMatchObject([{ acted: true }])
    await set(until + 1000)
    await fire(closing[0]!.timer, Date.now())
    expect(await asked()).toHaveLength(1)
  })

  it('can be tried on a ticket: nothing is done', async () => {
    const rule = await makeRule({ active: false, conditions: [{ field: 'status', operator: 'is', value: 'pending' }] })
    const ticket = await write('oi')
    const trial = (id: string) => call(rules.try, { as: admin, params: { id }, body: { ticketId: ticket.id } })
    expect((await trial(rule.id)).body).toEqual({
      matches: true,
      because: [{ field: 'status', operator: 'is', value: 'pending', actual: 'pending', holds: true }],
      actions: [expect.objectContaining({ type: 'tag', tagId })],
    })
    expect(await tagsOf(ticket)).toEqual([])
    const never = await makeRule({ conditions: [{ field: 'status', operator: 'is', value: 'closed' }] })
    expect((await trial(never.id)).body).toMatchObject({ matches: false, actions: [] })
  })

  it.each([
    ['no action', { actions: [] }, 400, 'ERR_VALIDATION'],
    ['an unknown event', { event: 'message.sent' }, 400, 'ERR_VALIDATION'],
    [
      'an operator of another type',
      { conditions: [{ field: 'queue', operator: 'greater', value: 'x' }] },
      400,
      'ERR_VALIDATION',
    ],
    ['an assignment to nobody', { actions: [{ type: 'assign' }] }, 422, 'ERR_RULE_NEEDS_USER'],
    ['a reply without words', { actions: [{ type: 'reply' }] }, 400, 'ERR_VALIDATION'],
    ['a snooze for ever', { actions: [{ type: 'snooze', until: 'P9999D' }] }, 400, 'ERR_VALIDATION'],
    [
      'a tag of another company',
      { actions: [{ type: 'tag', tagId: '01980000-0000-7000-8000-000000000009' }] },
      404,
      'ERR_NO_TAG_FOUND',
    ],
  ])('refuse %s', async (_, given, status, error) => {
    const body = { name: 'Regra', event: 'message.received', actions: [{ type: 'tag', tagId }], ...given }
    const answer = await call(rules.create, { as: admin, body: body as never })
    expect([answer.status, (answer.raw as { error: string }).error]).toEqual([status, error])
    expect((await call(rules.listAll, { as: admin })).body).toEqual([])
  })
})
