import type { Timer } from '@balcao/shared/events/queues.ts'
import { nextDueDate } from '@balcao/shared/rules/billing/due-date.ts'
import { expect, it } from 'vitest'
import { makeCompany } from '../../test/harness.ts'
import { killAtCall } from '../../test/kill-at-call.ts'
import { useSimulators } from '../../test/use-simulators.ts'
import { getBilling, getCharge, getInvoice, pageOfInvoices } from '../data/company/billing.ts'
import { changeCompany, getCompany } from '../data/company/company.ts'
import { fire } from '../workers/timers/handler.ts'
import { chargeInvoice } from './charge-invoice.ts'
import { openInvoice } from './open-invoice.ts'

const DAY = 86_400_000

const { gate, simulators } = await useSimulators()

async function companyDueIn(days: number) {
  const { id } = await makeCompany()
  const due = Date.now() + days * DAY
  await changeCompany(id, { dueDate: new Date(due).toISOString() })
  return { id, due }
}

it('an invoice is made once when processes are killed, each right behind one of their calls', {
  timeout: 240_000,
}, async () => {
  const { id } = await companyDueIn(10)
  const timer: Timer = { type: 'billCompany', companyId: id, dueAt: Date.now() }
  let kills = 0
  for (let nth = 1; await killAtCall(gate, nth, 'timers', timer); nth++) {
    kills = nth
    const { number, openInvoiceId } = await getBilling(id)
    // All of it or nothing.
    expect([number, openInvoiceId !== null]).toEqual(openInvoiceId ? [1, true] : [0, false])
    expect(kills).toBeLessThan(40)
  }
  expect(kills).toBeGreaterThan(3)
  await fire(timer, Date.now())
  const { rows } = await pageOfInvoices(id, '', () => true, { limit: 10 })
  expect(rows.map(({ number }) => number)).toEqual([1])
})

it('a payment moves the due date once when processes are killed, each right behind one of their calls', {
  timeout: 240_000,
}, async () => {
  const { id, due } = await companyDueIn(10)
  const invoice = (await openInvoice(id, { now: Date.now() }))!
  const { txid } = (await chargeInvoice(id, invoice.id)).charge
  await fetch(`${simulators.url}/sim/bank/charges/${txid}/pay`, { method: 'POST' })
  const timer: Timer = { type: 'askCharge', companyId: id, txid, dueAt: Date.now() }
  const moved = nextDueDate(due, 'MENSAL', 'America/Sao_Paulo')
  let kills = 0
  for (let nth = 1; await killAtCall(gate, nth, 'timers', timer); nth++) {
    kills = nth
    const [company, paid] = await Promise.all([getCompany(id, true), getInvoice(id, invoice.id)])
    expect(Date.parse(company!.dueDate)).toBe(paid?.status === 'paid' ? moved : due)
    expect(kills).toBeLessThan(40)
  }
  expect(kills).toBeGreaterThan(5)
  await fire(timer, Date.now())
  expect(Date.parse((await getCompany(id, true))!.dueDate)).toBe(moved)
  expect(await getCharge(id, txid)).toMatchObject({ outcome: 'renewed', told: true })
  expect(await getBilling(id)).toMatchObject({ number: 1, openInvoiceId: null })
})
