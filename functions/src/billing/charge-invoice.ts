import { randomBytes } from 'node:crypto'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { invoiceValue } from '@balcao/shared/rules/billing/due-date.ts'
import { txidOf } from '@balcao/shared/rules/billing/txid.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import {
  type ChargeRow,
  chargeWrite,
  getCharge,
  getInvoice,
  type InvoiceRow,
  invoiceWrite,
  toWireInvoice,
} from '../data/company/billing.ts'
import { requireCompany } from '../data/company/company.ts'
import { requirePlan } from '../data/company/plan.ts'
import { getUsage } from '../data/company/usage.ts'
import { retryUntilWritten, transact } from '../data/table/transact.ts'
import { timerWrite } from '../data/timers/timer.ts'
import { putCharge } from '../integrations/pix/charge.ts'
import { PixError } from '../integrations/pix/pix-error.ts'
import { publishRow } from '../messaging/publish-row.ts'

/** Time for which a charge can be paid, in seconds: a day, as is usual. */
const SECONDS = 86_400
/**
 * A charge that expires sooner is not shown again, so that the payer has time to open the bank's
 * app.
 */
const MIN_REMAINING_MS = 15 * 60_000
/** Time until we first ask the bank ourselves. */
const FIRST_ASK_MS = 60_000

type Charged = { invoice: InvoiceRow; charge: ChargeRow & { qrcode: string } }

/**
 * Returns the charge of an invoice: the existing one, as long as it is for this plan and can be
 * paid for a while, else a new one. The row is written before the bank is asked, under an id the
 * bank knows the charge by, so that a call that dies, or two at once, make one.
 * @param planId another plan than the invoice's; its price is charged
 * @throws AppError ERR_NO_INVOICE_FOUND, ERR_INVOICE_PAID, ERR_NO_PLAN_FOUND, ERR_PLAN_LIMIT,
 * ERR_PIX_NOT_CONFIGURED, ERR_PIX_UNAVAILABLE
 */
export async function chargeInvoice(companyId: string, invoiceId: string, planId?: string): Promise<Charged> {
  const { invoice, charge } = await retryUntilWritten(() => chargeOnce(companyId, invoiceId, planId))
  const { qrcode } = charge
  if (qrcode !== null) return { invoice, charge: { ...charge, qrcode } }
  return { invoice, charge: await atTheBank(invoice, charge) }
}

async function chargeOnce(companyId: string, invoiceId: string, planId: string | undefined) {
  const now = Date.now()
  const [invoice, company] = await Promise.all([getInvoice(companyId, invoiceId), requireCompany(companyId)])
  if (!invoice) throw new AppError('ERR_NO_INVOICE_FOUND')
  if (invoice.status === 'paid') throw new AppError('ERR_INVOICE_PAID')
  const plan = await requirePlan(planId ?? invoice.planId)
  if (plan.id !== company.planId) await requireRoom(companyId, plan)
  const { recurrence } = company
  const value = invoiceValue(toCents(plan.value), recurrence)
  // The bank accepts no charge of zero; a free plan needs none.
  if (value === 0) throw new AppError('ERR_NO_PLAN_FOUND')
  const last = invoice.txid ? await getCharge(companyId, invoice.txid) : undefined
  const isGood =
    last && !last.outcome && last.planId === plan.id && last.value === value && last.expiresAt - now >= MIN_REMAINING_MS
  if (isGood) return { invoice, charge: last }
  const charge: ChargeRow = {
    companyId,
    txid: txidOf(companyId, randomBytes(12)),
    version: 0,
    invoiceId,
    planId: plan.id,
    detail: plan.name,
    recurrence,
    value,
    qrcode: null,
    expiresAt: now + SECONDS * 1000,
    outcome: null,
    paid: null,
    told: false,
    createdAt: now,
  }
  const { txid } = charge
  const shown = { ...invoice, detail: plan.name, planId: plan.id, recurrence, value, txid, updatedAt: now }
  await transact([
    invoiceWrite(shown),
    chargeWrite(charge),
    timerWrite({ type: 'askCharge', companyId, txid, dueAt: now + FIRST_ASK_MS }),
  ])
  const written = { ...shown, version: invoice.version + 1 }
  if (value !== invoice.value || plan.id !== invoice.planId)
    await publishRow(companyId, 'invoice', 'update', toWireInvoice(written))
  return { invoice: written, charge: { ...charge, version: 1 } }
}

/**
 * Requires that the company's current use fits into a plan that is chosen instead.
 * @throws ERR_PLAN_LIMIT
 */
async function requireRoom(companyId: string, plan: Plan): Promise<void> {
  const usage = await getUsage(companyId)
  const fits = usage.users <= plan.users && usage.connections <= plan.connections && usage.queues <= plan.queues
  if (!fits) throw new AppError('ERR_PLAN_LIMIT')
}

/** Creates the charge at the bank and stores its code. */
async function atTheBank(invoice: InvoiceRow, charge: ChargeRow): Promise<Charged['charge']> {
  const { companyId, txid, value, detail } = charge
  try {
    const made = await putCharge(txid, { cents: value, seconds: SECONDS, description: `${detail} #${invoice.number}` })
    const { code, expiresAt } = made
    if (!code) throw new PixError('ERR_PIX_ANSWER')
    // Another call with the same charge may have been first, and the payment too: their writes
    // stay.
    return await retryUntilWritten(async () => {
      const now = await getCharge(companyId, txid)
      if (!now) throw new AppError('ERR_NO_INVOICE_FOUND')
      if (now.qrcode !== null) return { ...now, qrcode: now.qrcode }
      await transact([chargeWrite({ ...now, qrcode: code, expiresAt })])
      return { ...now, version: now.version + 1, qrcode: code, expiresAt }
    })
  } catch (error) {
    throw error instanceof PixError ? refusal(error) : error
  }
}

const refusal = (error: PixError): AppError =>
  new AppError(error.code === 'ERR_PIX_NOT_CONFIGURED' ? 'ERR_PIX_NOT_CONFIGURED' : 'ERR_PIX_UNAVAILABLE', {
    cause: error,
  })
