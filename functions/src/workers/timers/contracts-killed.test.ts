import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { expiryMoment, reminderMoment } from '@balcao/shared/rules/sales/contract-term.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../test/gate.ts'
import { makeCompany } from '../../../test/harness.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { mailTo } from '../../../test/mail-queue.ts'
import { type ContractRow, createContract, getContract } from '../../data/orders/contract.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { fire } from './handler.ts'

const ZONE = 'America/Sao_Paulo'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

async function contract(): Promise<{ row: ContractRow; email: string }> {
  const { id, admin } = await makeCompany()
  const today = localDay(Date.now(), ZONE)
  const fields = {
    number: '2026/001',
    customerId: newId(),
    customerName: 'Maria Andrade',
    type: 'Anual' as const,
    value: 120_000,
    lateFine: 0,
    renewal: true,
    publishment: null,
    equipments: [],
    startAt: today,
    expiresAt: addDays(today, 90),
    userId: admin.user.id,
    language: 'pt' as const,
  }
  return { row: await createContract(id, fields, ZONE), email: admin.user.email }
}

it('a reminder is sent once when processes are killed, each right behind one of their calls', {
  timeout: 240_000,
}, async () => {
  const { row, email } = await contract()
  const { companyId, id: contractId, expiresAt } = row
  const dueAt = reminderMoment(expiresAt, 7, ZONE)
  const timer: Timer = { type: 'remindContract', companyId, contractId, expiresAt, days: 7, dueAt }
  let kills = 0
  for (let nth = 1; await killAtCall(gate, nth, 'timers', timer); nth++) {
    kills = nth
    const { reminder, version } = (await getContract(companyId, contractId, true))!
    expect([version, reminder?.days]).toEqual(reminder ? [2, 7] : [1, undefined])
    expect(kills).toBeLessThan(60)
  }
  expect(kills).toBeGreaterThan(3)
  await fire(timer, dueAt)
  expect(await getContract(companyId, contractId, true)).toMatchObject({ version: 2, reminder: { days: 7 } })
  // Whatever was left with the queue, it is one e-mail: who sends it knows it by its id.
  expect(new Set((await mailTo(email, 1)).map(({ id }) => id)).size).toBe(1)
})

it('a contract goes on for one term when processes are killed, each right behind one of their calls', {
  timeout: 240_000,
}, async () => {
  const { row } = await contract()
  const { companyId, id: contractId, expiresAt } = row
  const dueAt = expiryMoment(expiresAt, ZONE)
  const timer: Timer = { type: 'renewContract', companyId, contractId, expiresAt, dueAt }
  let kills = 0
  for (let nth = 1; await killAtCall(gate, nth, 'timers', timer); nth++) {
    kills = nth
    const now = (await getContract(companyId, contractId, true))!
    if (now.version === 1) expect(now.expiresAt).toBe(expiresAt)
    else {
      expect([now.version, now.renewedFrom]).toEqual([2, expiresAt])
      const next: Timer = { ...timer, expiresAt: now.expiresAt, dueAt: expiryMoment(now.expiresAt, ZONE) }
      const armed = (await timersOf(minuteOf(next.dueAt))).map(entry => entry.timer)
      expect(armed).toContainEqual(next)
    }
    expect(kills).toBeLessThan(60)
  }
  expect(kills).toBeGreaterThan(2)
  await fire(timer, dueAt)
  expect((await getContract(companyId, contractId, true))?.version).toBe(2)
})
