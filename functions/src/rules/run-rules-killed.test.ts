import { rules } from '@balcao/shared/api/tickets/rules.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHANGES, type Gate, openGate } from '../../test/gate.ts'
import { call, makeCompany } from '../../test/harness.ts'
import { killAtCall } from '../../test/kill-at-call.ts'
import { makeTicket } from '../../test/make-ticket.ts'
import { requireTicket } from '../data/tickets/ticket.ts'
import { listLogs } from '../data/tickets/ticket-log.ts'
import { fire } from '../workers/timers/handler.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

it('rules do everything once when processes are killed, also what ends their own conditions', {
  timeout: 240_000,
}, async () => {
  const { id: companyId, admin } = await makeCompany()
  const [first, second, never] = await Promise.all(
    ['Uma', 'Outra', 'Nunca'].map(async name => (await call(tags.create, { as: admin, body: { name } })).body.id),
  )
  const isHigh = { field: 'priority', value: 'high' } as const
  const all = [
    // Its condition holds once the second rule has acted, not when it is asked.
    {
      conditions: [{ ...isHigh, operator: 'is' as const }],
      actions: [{ type: 'tag' as const, tagId: never! }],
    },
    {
      conditions: [{ ...isHigh, operator: 'isNot' as const }],
      actions: [
        { type: 'priority' as const, priority: 'high' as const },
        { type: 'tag' as const, tagId: first! },
      ],
    },
    { conditions: [], actions: [{ type: 'tag' as const, tagId: second! }] },
  ]
  for (const [order, rule] of all.entries()) {
    const body = { name: `Regra ${order}`, event: 'ticket.opened' as const, active: true, order, ...rule }
    expect((await call(rules.create, { as: admin, body })).status).toBe(201)
  }

  for (let nth = 1; ; nth++) {
    const { id: ticketId } = await makeTicket(companyId)
    const event = { companyId, eventId: newId(), event: 'ticket.opened' as const, ticketId, depth: 0 }
    const timer: Timer = { type: 'runRules', ...event, dueAt: Date.now() }
    const killed = await killAtCall(gate, { nth, operation: CHANGES }, 'timers', timer)
    await fire(timer, Date.now())
    const ticket = await requireTicket(companyId, ticketId)
    expect([nth, ticket.priority, ticket.tags.map(({ id }) => id)]).toEqual([nth, 'high', [first, second]])
    const acted = (await listLogs(companyId, ticketId)).filter(({ type }) => type === 'rule')
    expect(acted.map(({ rule }) => rule?.name)).toEqual(['Regra 1', 'Regra 2'])
    if (!killed) break
    expect(nth).toBeLessThan(40)
  }
})
