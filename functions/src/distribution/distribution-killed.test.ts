import type { Timer } from '@balcao/shared/events/queues.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../test/gate.ts'
import { changeElsewhere, makeCompany, makeQueue, makeUser } from '../../test/harness.ts'
import { killAtCall } from '../../test/kill-at-call.ts'
import { makeTicket } from '../../test/make-ticket.ts'
import { lastDecisions } from '../data/distribution/distribution-log.ts'
import { openTicketsOfUser } from '../data/table/counter.ts'
import { setOnline } from '../data/team/user.ts'
import { requireTicket } from '../data/tickets/ticket.ts'
import { listLogs } from '../data/tickets/ticket-log.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

it('tickets are given once when processes are killed, each right behind one of their writes', {
  timeout: 240_000,
}, async () => {
  const { id: companyId } = await makeCompany()
  const queue = await makeQueue(companyId, { distribution: 'roundRobin', maxOpenTickets: 1 })
  const team = await Promise.all(Array.from({ length: 2 }, () => makeUser(companyId, { queueIds: [queue.id] })))
  const tickets = [await makeTicket(companyId, { queue }), await makeTicket(companyId, { queue })]
  tickets.push(await makeTicket(companyId, { queue }))
  const occasion: Timer = { type: 'distribute', companyId, queueId: queue.id, about: queue.id, dueAt: Date.now() }
  const state = { pk: `${companyId}#distribution`, sk: `queue#${queue.id}` }

  /** Returns how many were given, where row, history, log and counts agree. */
  const given = async () => {
    const rows = await Promise.all(tickets.map(({ id }) => requireTicket(companyId, id)))
    const open = rows.filter(({ status }) => status === 'open')
    const decisions = (await lastDecisions(companyId, queue.id)).filter(({ reason }) => reason === 'turn')
    expect(decisions.map(({ ticketId }) => ticketId).sort()).toEqual(open.map(({ id }) => id).sort())
    for (const row of rows) {
      const entries = (await listLogs(companyId, row.id)).filter(({ type }) => type === 'distributed')
      expect(entries).toHaveLength(row.status === 'open' ? 1 : 0)
    }
    for (const { user } of team) {
      const mine = open.filter(row => row.user?.id === user.id)
      expect(mine.length).toBeLessThanOrEqual(1)
      expect((await openTicketsOfUser(companyId, user.id)).get(queue.id)?.open ?? 0).toBe(mine.length)
    }
    return open.length
  }

  let kills = 0
  for (const operation of ['TransactWriteItems', 'UpdateItem'])
    for (let nth = 1; ; nth++) {
      for (const { user } of team) await setOnline(companyId, user.id, Date.now() + 300_000)
      if (!(await killAtCall(gate, { nth, operation }, 'timers', occasion))) break
      kills++
      await given()
      // The worker is dead, and its time is over.
      await changeElsewhere(state, 'heldUntil', 0)
      expect(nth).toBeLessThan(20)
    }
  expect(kills).toBeGreaterThan(4)
  expect(await given()).toBe(2)
})
