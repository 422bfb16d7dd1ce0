import { timeOfId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../test/gate.ts'
import { makeCompany, makeWhatsapp } from '../../../test/harness.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { commandsOf } from '../../../test/pipeline-fixture.ts'
import { newSchedule, pageOfSchedules, scheduleTimer } from '../../data/content/schedule.ts'
import { transact } from '../../data/table/transact.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { findLiveTicket } from '../../data/tickets/ticket.ts'
import type { Viewer } from '../../data/tickets/ticket-list.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { OUTBOX_PAUSE } from '../../messaging/outbox.ts'
import { fire } from './handler.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

it('a scheduled message is sent once when processes are killed, each right behind one of their calls', {
  timeout: 240_000,
}, async () => {
  const { id: companyId, admin } = await makeCompany()
  const connection = await makeWhatsapp(companyId, { isDefault: true })
  const user = { id: admin.user.id, name: admin.user.name }
  const contact = await makeContact(companyId, { name: 'Bruno' })
  const common = { contactId: contact.id, whatsappId: null, user, recurrence: 'weekly' as const, body: 'uma vez' }
  const viewer: Viewer = { ...admin.actor, queueIds: [], allTicket: 'enabled' }
  const { schedule, writes } = newSchedule(companyId, { ...common, sendAt: Date.now() + 3_600_000 })
  await transact(writes)
  const timer = scheduleTimer(schedule)

  const stands = async () => {
    const { rows } = await pageOfSchedules(companyId, viewer, { searchParam: '', from: 1e12 }, { limit: 100 })
    const ticket = await findLiveTicket(companyId, connection.id, contact.id)
    const messages = ticket ? await listMessages(companyId, ticket.id, { limit: 100 }) : []
    return {
      statuses: rows.map(row => row.schedule.status),
      bodies: messages.map(({ body }) => body),
      messages,
      ticket,
    }
  }

  let kills = 0
  for (let nth = 1; await killAtCall(gate, nth, 'timers', timer); nth++) {
    kills = nth
    const { statuses, bodies, messages, ticket } = await stands()
    // Nothing of it, or all of it, with what sees to it that it leaves.
    if (bodies.length === 0) expect([nth, statuses]).toEqual([nth, ['PENDENTE']])
    else {
      expect([nth, statuses, bodies]).toEqual([nth, ['ENVIADA', 'PENDENTE'], ['uma vez']])
      const timers = await timersOf(minuteOf(timeOfId(messages[0]!.id) + OUTBOX_PAUSE))
      const outbox = timers.filter(armed => armed.timer.type === 'outbox' && armed.timer.ticketId === ticket!.id)
      expect([nth, outbox.length]).toEqual([nth, 1])
    }
    expect(kills).toBeLessThan(60)
  }
  // How many calls there are shakes with what is remembered; the most of them come before the
  // transaction.
  expect(kills).toBeGreaterThan(3)
  await fire(timer, timer.dueAt)
  expect(await stands()).toMatchObject({ statuses: ['ENVIADA', 'PENDENTE'], bodies: ['uma vez'] })
  expect((await commandsOf({ connectionId: connection.id })).length).toBeLessThanOrEqual(1)
})
