import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import { ExternalTicket } from '@balcao/shared/entities/external.ts'
import { RULE_EVENTS } from '@balcao/shared/entities/rule-event.ts'
import { WEBHOOK_EVENTS, WEBHOOK_IDLE_MINUTES } from '@balcao/shared/entities/webhook.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser } from '../../../test/harness.ts'
import { makeField } from '../../../test/make-field.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { raiseIdleEvent } from '../../workers/timers/raise-idle-event.ts'
import { configurationVersion, withConfigurationVersion } from '../company/configuration-version.ts'
import { silentSince } from '../rules/rule-timers.ts'
import { metered } from '../table/meter.ts'
import { transact } from '../table/transact.ts'
import type { MessageRow } from '../tickets/message-row.ts'
import { changeTicket } from '../tickets/ticket.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { waitingWebhookDeliveries } from './webhook-delivery.ts'
import { externalTicket, ticketEventWrites } from './webhook-event.ts'

it('a ticket tells other systems which advertisement brought its contact', async () => {
  const { id: companyId } = await makeCompany()
  const ad = { sourceType: 'ad', sourceId: '1', sourceUrl: 'https://fb.me/1', headline: 'Bolo', body: 'Hoje' }
  const make = async (referral: (typeof ad & { at: number }) | null) => {
    const ticket = await makeTicket(companyId, { referral })
    return ExternalTicket.parse(externalTicket(ticket, {})).referral
  }
  expect(await make({ ...ad, at: 0 })).toEqual({ ...ad, at: '1970-01-01T00:00:00.000Z' })
  expect(await make(null)).toBe(null)
})

it('a ticket with custom fields reads nothing for webhooks in a company that never had one', async () => {
  const { id: companyId, admin } = await makeCompany()
  const field = await makeField(admin, { on: 'ticket', type: 'text' })
  const ticket = await makeTicket(companyId, { status: 'open', user: admin.user })
  const tags = [{ id: newId(), name: 'VIP', color: '#123456' }]
  const after: TicketRow = { ...ticket, tags, windowUntil: Date.now(), fields: { [field.id]: 'ABC1D23' } }
  const message = { id: newId(), fromMe: false } as MessageRow
  const written = () =>
    withConfigurationVersion(async () => {
      await configurationVersion(companyId)
      return metered(() => ticketEventWrites(companyId, ticket, after, message))
    })
  expect(await written()).toEqual({ result: [], units: { read: 0, write: 0, calls: 0 } })

  const events = ['tag.set' as const]
  const hook = await call(webhooks.create, { as: admin, body: { name: 'Loja', url: 'https://loja.example/', events } })
  const heard = await written()
  expect(heard.units.calls).toBeGreaterThan(1)
  await transact(heard.result)
  const [delivery] = await waitingWebhookDeliveries(companyId, hook.body.id, 20)
  expect(JSON.parse(delivery!.body)).toMatchObject({ data: { ticket: { fields: { [field.id]: 'ABC1D23' } } } })
})

it('webhooks hear every event of rules', () => {
  expect(WEBHOOK_EVENTS).toEqual(expect.arrayContaining([...RULE_EVENTS]))
})

it('a webhook is told what becomes of a ticket, and of its silence once', async () => {
  const { id: companyId, admin } = await makeCompany()
  const hook = await call(webhooks.create, {
    as: admin,
    body: {
      name: 'Loja',
      url: 'https://loja.example/',
      events: ['ticket.transferred', 'tag.set', 'ticket.idle', 'goal.breached'],
    },
  })
  const [from, to] = [await makeQueue(companyId), await makeQueue(companyId)]
  const { user } = await makeUser(companyId, { name: 'Bia' })
  const ticket = await makeTicket(companyId, { status: 'open', queue: from, user })
  const tag = { id: newId(), name: 'VIP', color: '#123456' }
  await changeTicket(companyId, ticket, () => ({
    set: { queue: { id: to.id, name: to.name, color: to.color }, tags: [tag] },
  }))
  const due = { startedAt: 1, warnAt: 1, dueAt: 1 }
  await changeTicket(companyId, ticket, () => ({
    set: { goals: [{ ...due, kind: 'resolution' as const, breachedAt: 2, metAt: null }] },
  }))
  const since = silentSince(ticket)
  const idle = {
    type: 'idleTicket' as const,
    companyId,
    ticketId: ticket.id,
    since,
    minutes: WEBHOOK_IDLE_MINUTES,
    dueAt: 5,
  }
  await Promise.all([raiseIdleEvent(idle), raiseIdleEvent(idle)])
  await raiseIdleEvent(idle)
  const told = (await waitingWebhookDeliveries(companyId, hook.body.id, 20)).map(({ event, body }) => ({
    ...(JSON.parse(body) as { data: Record<string, unknown> }).data,
    event,
    ticket: undefined,
  }))
  expect(told.sort((a, b) => a.event.localeCompare(b.event))).toEqual([
    { event: 'goal.breached', goal: 'resolution' },
    { event: 'tag.set', tag: { id: tag.id, name: 'VIP' } },
    { event: 'ticket.idle', minutes: WEBHOOK_IDLE_MINUTES },
    {
      event: 'ticket.transferred',
      from: { queue: { id: from.id, name: from.name }, user: { id: user.id, name: 'Bia' } },
    },
  ])
})
