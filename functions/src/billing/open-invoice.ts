import type { Company } from '@balcao/shared/entities/company.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { newId } from '@balcao/shared/ids.ts'
import { invoiceMoment, invoiceValue, nextDueDate, remindersAhead } from '@balcao/shared/rules/billing/due-date.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { auditWrite } from '../data/account/audit.ts'
import {
  type BillingRow,
  billingWrite,
  getBilling,
  getInvoice,
  type InvoiceRow,
  invoiceWrite,
  toWireInvoice,
} from '../data/company/billing.ts'
import { getCompany, paidWrite } from '../data/company/company.ts'
import { requirePlan } from '../data/company/plan.ts'
import { getSettings } from '../data/company/setting.ts'
import { retryUntilWritten, transact, type Write } from '../data/table/transact.ts'
import { armTimer, timerWrite } from '../data/timers/timer.ts'
import { publishRow } from '../messaging/publish-row.ts'

type Options = {
  /** Current time in epoch milliseconds. */
  now: number
  /** Makes the invoice before its time too. */
  early?: boolean
  /** Language of the caller, kept for reminders. */
  language?: Language
}

/**
 * Returns the company's open invoice in its current form: created with its reminders when its time
 * has come, moved when somebody set another due date. When nothing is to be paid yet, it arms the
 * timer of that moment. Idempotent, however often and however parallel it is called. Undefined for
 * a company that is gone, and while there is none.
 */
export function openInvoice(companyId: string, options: Options): Promise<InvoiceRow | undefined> {
  return retryUntilWritten(() => openOnce(companyId, options))
}

async function openOnce(companyId: string, { now, early, language }: Options): Promise<InvoiceRow | undefined> {
  const [company, billing, { timezone }] = await Promise.all([
    getCompany(companyId, true),
    getBilling(companyId),
    getSettings(companyId),
  ])
  if (!company) return undefined
  const dueDate = Date.parse(company.dueDate)
  const open = billing.openInvoiceId ? await getInvoice(companyId, billing.openInvoiceId) : undefined
  if (open) return open.dueDate === dueDate ? open : follow(open, dueDate, timezone, now)
  // A disabled company is neither served nor billed.
  if (!company.status) return undefined
  const dueAt = invoiceMoment(dueDate, timezone)
  if (dueAt > now && !early) {
    await armTimer({ type: 'billCompany', companyId, dueAt })
    return undefined
  }
  const plan = await requirePlan(company.planId)
  // A free plan is renewed when it is due, never by a call that asks early.
  if (plan.value === 0) return dueAt > now ? undefined : renewForNothing(company, billing, timezone, now)
  return make(company, plan, { ...billing, language: language ?? billing.language }, timezone, now)
}

/** Writes the number, the invoice and its reminders, or none of them. */
async function make(company: Company, plan: Plan, billing: BillingRow, timezone: string, now: number) {
  const { id: companyId, recurrence } = company
  const number = billing.number + 1
  const row: InvoiceRow = {
    companyId,
    id: newId(),
    version: 0,
    number,
    detail: plan.name,
    planId: plan.id,
    recurrence,
    value: invoiceValue(toCents(plan.value), recurrence),
    dueDate: Date.parse(company.dueDate),
    status: 'open',
    paidAt: null,
    paymentId: null,
    txid: null,
    createdAt: now,
    updatedAt: now,
  }
  await transact([
    billingWrite({ ...billing, number, openInvoiceId: row.id }),
    invoiceWrite(row),
    ...reminderWrites(row, timezone, now),
  ])
  const made = { ...row, version: 1 }
  await publishRow(companyId, 'invoice', 'create', toWireInvoice(made))
  return made
}

/** Moves the open invoice and its reminders to the due date that somebody set. */
async function follow(row: InvoiceRow, dueDate: number, timezone: string, now: number): Promise<InvoiceRow> {
  const moved = { ...row, dueDate, updatedAt: now }
  await transact([invoiceWrite(moved), ...reminderWrites(moved, timezone, now)])
  const written = { ...moved, version: row.version + 1 }
  await publishRow(row.companyId, 'invoice', 'update', toWireInvoice(written))
  return written
}

const reminderWrites = ({ companyId, id: invoiceId, dueDate }: InvoiceRow, timezone: string, now: number): Write[] =>
  remindersAhead(dueDate, timezone, now).map(({ days, dueAt }) =>
    timerWrite({ type: 'remindInvoice', companyId, invoiceId, dueDate, days, dueAt }),
  )

/** Renews a free plan by itself, without an invoice. */
async function renewForNothing(company: Company, billing: BillingRow, timezone: string, now: number) {
  const { id: companyId, planId, recurrence } = company
  const before = Date.parse(company.dueDate)
  const anchor = billing.anchor?.dueDate === before ? billing.anchor.day : undefined
  let dueDate = before
  do dueDate = nextDueDate(dueDate, recurrence, timezone, anchor)
  while (invoiceMoment(dueDate, timezone) <= now)
  await transact([
    paidWrite(companyId, company.dueDate, { dueDate: new Date(dueDate).toISOString(), planId }),
    ...(anchor === undefined ? [] : [billingWrite({ ...billing, anchor: { day: anchor, dueDate } })]),
    auditWrite(companyId, { action: 'company.update', subjectId: companyId, name: company.name }),
    timerWrite({ type: 'billCompany', companyId, dueAt: invoiceMoment(dueDate, timezone) }),
  ])
  return undefined
}
