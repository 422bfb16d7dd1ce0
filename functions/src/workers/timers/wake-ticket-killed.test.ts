import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../test/gate.ts'
import { makeCompany, makeWhatsapp } from '../../../test/harness.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { changeTicket, requireTicket } from '../../data/tickets/ticket.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

it('a snoozed ticket comes back once when processes are killed, each right behind one of their calls', {
  timeout: 240_000,
}, async () => {
  const { id: companyId, admin } = await makeCompany()
  const whatsapp = await makeWhatsapp(companyId, { isDefault: true })
  const { id } = await makeTicket(companyId, { whatsapp, user: admin.user, status: 'open' })
  const until = Date.now() + 3_600_000
  const { ticket } = await changeTicket(companyId, id, () => ({ set: { snoozedUntil: until }, touch: false }))
  const timer = { type: 'wakeTicket', companyId, ticketId: id, until, dueAt: until }

  let kills = 0
  for (let nth = 1; await killAtCall(gate, nth, 'timers', timer); nth++) {
    kills = nth
    const now = await requireTicket(companyId, id)
    // As it was, or back: never in between, and never twice.
    if (now.snoozedUntil === until) expect(now.version).toBe(ticket.version)
    else
      expect(now).toMatchObject({ snoozedUntil: null, wokeAt: until, unreadMessages: 1, version: ticket.version + 1 })
    expect(kills).toBeLessThan(60)
  }
  expect(kills).toBeGreaterThan(1)
  expect(await requireTicket(companyId, id)).toMatchObject({
    snoozedUntil: null,
    wokeAt: until,
    version: ticket.version + 1,
  })
})
