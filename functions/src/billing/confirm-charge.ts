import type { PaymentNotice } from '@balcao/shared/entities/invoice.ts'
import { newId } from '@balcao/shared/ids.ts'
import { invoiceMoment, renewedDueDate } from '@balcao/shared/rules/billing/due-date.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { auditWrite } from '../data/account/audit.ts'
import {
  billingWrite,
  type ChargeRow,
  chargeWrite,
  getBilling,
  getCharge,
  getInvoice,
  type InvoiceRow,
  invoiceWrite,
  toWireInvoice,
} from '../data/company/billing.ts'
import { getCompany, paidWrite } from '../data/company/company.ts'
import { noticeWrite } from '../data/company/payment-notice.ts'
import { getSettings } from '../data/company/setting.ts'
import { retryUntilWritten, transact, type Write, WriteConflict } from '../data/table/transact.ts'
import { timerWrite } from '../data/timers/timer.ts'
import { getCharge as askBank, type BankCharge } from '../integrations/pix/charge.ts'
import { publishRow } from '../messaging/publish-row.ts'
import { publish } from '../realtime/publish.ts'
import { publishEverywhere } from '../realtime/publish-everywhere.ts'

/**
 * State of a charge. `gone`: it cannot be paid any more. `settled`: it was paid, and all effects
 * have been written. `open`: neither.
 */
export type ChargeState = 'open' | 'settled' | 'gone'

type Paid = NonNullable<BankCharge['paid']>

/**
 * Asks the bank whether a charge was paid, and writes the effects once: a notice of payment is
 * never trusted, and however many ask at the same time, invoice, due date, plan and the log change
 * in one transaction or not at all. A payment beyond that is recorded for the operator of the
 * installation.
 * @throws PixError
 * @param now epoch milliseconds
 */
export async function confirmCharge(companyId: string, txid: string, now: number): Promise<ChargeState> {
  const charge = await getCharge(companyId, txid)
  if (!charge) return 'gone'
  if (charge.outcome && charge.outcome !== 'ended') {
    await publishSettlement(charge)
    return 'settled'
  }
  const atBank = await askBank(txid)
  if (!atBank?.paid || atBank.value !== charge.value) {
    const isOver = atBank ? atBank.status !== 'ATIVA' && atBank.status !== 'CONCLUIDA' : charge.expiresAt < now
    return isOver ? 'gone' : 'open'
  }
  // A payment time in the future buys nothing.
  const paid = { ...atBank.paid, at: Math.min(atBank.paid.at, now) }
  await publishSettlement(await retryUntilWritten(() => settle(companyId, txid, paid)))
  return 'settled'
}

async function settle(companyId: string, txid: string, paid: Paid): Promise<ChargeRow> {
  const charge = await getCharge(companyId, txid)
  if (!charge) throw new Error('a charge has no row')
  if (charge.outcome && charge.outcome !== 'ended') return charge
  const [invoice, company] = await Promise.all([getInvoice(companyId, charge.invoiceId), getCompany(companyId, true)])
  if (!invoice || !company) throw new Error('a charge has no invoice')
  const isShort = paid.cents < charge.value
  const outcome = isShort ? 'short' : invoice.status === 'paid' ? 'surplus' : 'renewed'
  const settled: ChargeRow = { ...charge, outcome, paid: paid.cents }
  const problem = problemOf(settled, invoice, paid)
  const after = { ...settled, problem: problem ?? null }
  await transact([
    chargeWrite(after),
    ...(outcome === 'renewed' ? await renewalWrites(charge, invoice, company.dueDate, paid) : []),
    ...(problem ? [noticeWrite(noticeOf(problem, after, invoice, company.name, paid))] : []),
  ])
  return { ...after, version: charge.version + 1 }
}

/**
 * Returns the writes of a renewal: the invoice paid, the company due later and on the plan that was
 * paid for, and the next invoice's timer.
 */
async function renewalWrites(charge: ChargeRow, invoice: InvoiceRow, dueDate: string, paid: Paid): Promise<Write[]> {
  const { companyId, planId, recurrence, value, detail, txid } = charge
  const [billing, { timezone }] = await Promise.all([getBilling(companyId), getSettings(companyId)])
  // Read before another invoice opened or closed: it is read again.
  if (billing.openInvoiceId !== invoice.id) throw new WriteConflict('billing', undefined)
  const before = Date.parse(dueDate)
  const anchor = billing.anchor?.dueDate === before ? billing.anchor.day : undefined
  const next = renewedDueDate({ dueDate: before, recurrence, anchor }, paid.at, timezone)
  const now = Date.now()
  return [
    invoiceWrite({
      ...invoice,
      ...{ planId, recurrence, value, detail, txid },
      status: 'paid',
      paidAt: paid.at,
      paymentId: paid.endToEndId,
      updatedAt: now,
    }),
    billingWrite({ ...billing, openInvoiceId: null, anchor: { day: next.anchor, dueDate: next.dueDate } }),
    paidWrite(companyId, dueDate, { dueDate: new Date(next.dueDate).toISOString(), planId }),
    auditWrite(companyId, { action: 'invoice.pay', subjectId: invoice.id, name: `#${invoice.number} ${detail}` }),
    timerWrite({ type: 'billCompany', companyId, dueAt: invoiceMoment(next.dueDate, timezone) }),
  ]
}

function problemOf(charge: ChargeRow, invoice: InvoiceRow, paid: Paid): PaymentNotice['problem'] | undefined {
  if (charge.outcome === 'short') return 'short'
  if (charge.outcome === 'surplus') return 'twice'
  if (paid.cents > charge.value) return 'over'
  if (invoice.txid !== charge.txid) return 'older'
  return paid.at > charge.expiresAt ? 'late' : undefined
}

const noticeOf = (
  problem: PaymentNotice['problem'],
  { companyId, txid, value }: ChargeRow,
  { number }: InvoiceRow,
  companyName: string,
  paid: Paid,
): PaymentNotice => ({
  id: newId(),
  at: new Date().toISOString(),
  problem,
  companyId,
  companyName,
  invoiceNumber: number,
  txid,
  asked: toReais(value),
  paid: toReais(paid.cents),
})

/**
 * Publishes what was settled. If the process dies before, the next one finds that it was not
 * published.
 */
async function publishSettlement(charge: ChargeRow): Promise<void> {
  if (charge.told) return
  const { companyId, invoiceId, outcome } = charge
  if (outcome === 'renewed') {
    const [company, invoice] = await Promise.all([getCompany(companyId, true), getInvoice(companyId, invoiceId)])
    if (company && invoice) {
      await publishRow(companyId, 'invoice', 'update', toWireInvoice(invoice))
      const { id, dueDate, planId } = company
      await publish(companyId, 'payment', { action: 'CONCLUIDA', company: { id, dueDate, planId } })
    }
  }
  if (charge.problem) await publishEverywhere('paymentNotice', { action: 'create' })
  try {
    await transact([chargeWrite({ ...charge, told: true })])
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
  }
}

/**
 * Marks a charge as ended, as far as is known. A payment that the bank reports later still counts.
 */
export async function endCharge(companyId: string, txid: string): Promise<void> {
  await retryUntilWritten(async () => {
    const charge = await getCharge(companyId, txid)
    if (charge && !charge.outcome) await transact([chargeWrite({ ...charge, outcome: 'ended' })])
  })
}
