/**
 * Billing of a company: one row with the open invoice and the next number, one row per invoice, one
 * row per charge. There is at most one open invoice, since opening and paying one are writes of the
 * first row under its version; so numbers have no gaps either. Amounts are cents, times epoch
 * milliseconds.
 */
import type { Company } from '@balcao/shared/entities/company.ts'
import type { Invoice, PaymentNotice, PixCharge } from '@balcao/shared/entities/invoice.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { z } from 'zod'
import { instant } from '../instant.ts'
import { definePackedRow } from '../table/packed-row.ts'
import { fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { put, type Write } from '../table/transact.ts'

export type BillingRow = {
  companyId: string
  version: number
  /** Number of the last invoice. */
  number: number
  openInvoiceId: string | null
  /**
   * Day of the month of due dates, and the due date for which it was stored: a due date set by hand
   * has a day of its own.
   */
  anchor: { day: number; dueDate: number } | null
  /** Language of the user who last opened the invoices, used in reminders. */
  language: Language
}

export type InvoiceRow = {
  companyId: string
  id: string
  version: number
  number: number
  detail: string
  planId: string
  recurrence: Company['recurrence']
  value: number
  dueDate: number
  status: Invoice['status']
  paidAt: number | null
  /** End-to-end id of the Pix payment. */
  paymentId: string | null
  /** Charge that was shown last. */
  txid: string | null
  createdAt: number
  updatedAt: number
}

/**
 * Outcome of a charge: it paid the invoice, it was paid in addition (`surplus`), it was too little
 * (`short`), or it expired (`ended`).
 */
export type ChargeOutcome = 'renewed' | 'surplus' | 'short' | 'ended'

/** Charge at the bank, for the plan and the value that were shown. */
export type ChargeRow = {
  companyId: string
  txid: string
  version: number
  invoiceId: string
  planId: string
  detail: string
  recurrence: Company['recurrence']
  value: number
  /** Null until the bank has accepted the charge. */
  qrcode: string | null
  expiresAt: number
  outcome: ChargeOutcome | null
  paid: number | null
  /** Problem that the operator has to look at; older charges have none. */
  problem?: PaymentNotice['problem'] | null
  /** True if the browsers were notified. */
  told: boolean
  createdAt: number
}

const BILLINGS = definePackedRow({
  kind: 'billing',
  key: { pk: '${companyId}#billing', sk: 'billing' },
  content: z.custom<BillingRow>(),
})

const INVOICES = definePackedRow({
  kind: 'invoice',
  key: { pk: '${companyId}#invoices', sk: '${id}' },
  content: z.custom<InvoiceRow>(),
})

const CHARGES = definePackedRow({
  kind: 'charge',
  key: { pk: '${companyId}#billing', sk: 'charge#${txid}' },
  content: z.custom<ChargeRow>(),
})

/**
 * Reads the billing row. Like all reads of single rows here it is consistent, as decisions depend
 * on it. A company that was never billed has an empty row.
 */
export async function getBilling(companyId: string): Promise<BillingRow> {
  const row = await BILLINGS.get({ companyId }, { consistent: true })
  return row ?? { companyId, version: 0, number: 0, openInvoiceId: null, anchor: null, language: 'pt' }
}

export const getInvoice = (companyId: string, id: string): Promise<InvoiceRow | undefined> =>
  INVOICES.get({ companyId, id }, { consistent: true })

export const getCharge = (companyId: string, txid: string): Promise<ChargeRow | undefined> =>
  CHARGES.get({ companyId, txid }, { consistent: true })

/**
 * Returns the next version of a row, and the version it replaces; version 0 means that none exists.
 */
const versions = <Row extends { version: number }>(row: Row): [Row, Row | undefined] => [
  { ...row, version: row.version + 1 },
  row.version === 0 ? undefined : row,
]

/** Returns a write labelled `billing`. */
export const billingWrite = (row: BillingRow): Write => put('billing', BILLINGS.replace(...versions(row)))

/**
 * Returns a write labelled `invoice`. `row.version` is the version that was read, 0 for a new one.
 */
export const invoiceWrite = (row: InvoiceRow): Write => put('invoice', INVOICES.replace(...versions(row)))

/** Returns a write labelled `charge`. */
export const chargeWrite = (row: ChargeRow): Write => put('charge', CHARGES.replace(...versions(row)))

/** Sort key after every id. */
const BEHIND = '~'

/**
 * Reads a page of the company's invoices that `matches` accepts, newest first. `list` names the
 * filter. Throws ERR_INVALID_CURSOR.
 */
export function pageOfInvoices(
  companyId: string,
  list: string,
  matches: (row: InvoiceRow) => boolean,
  options: PageOptions,
): Promise<Page<InvoiceRow>> {
  const source = fromQuery<InvoiceRow>(
    from => INVOICES.query({ companyId }, { below: (from as string | null) ?? BEHIND }),
    { attributes: INVOICES.attributes, toRow: INVOICES.parse, positionOf: row => row.id },
  )
  return pageOf(companyId, `invoices|${list}`, source, { ...options, accept: matches })
}

export const toWireInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  detail: row.detail,
  planId: row.planId,
  recurrence: row.recurrence,
  value: toReais(row.value),
  dueDate: instant(row.dueDate),
  status: row.status,
  paidAt: row.paidAt === null ? null : instant(row.paidAt),
  paymentId: row.paymentId,
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
})

export const toWireCharge = (row: ChargeRow & { qrcode: string }): PixCharge => ({
  txid: row.txid,
  qrcode: row.qrcode,
  valor: { original: toReais(row.value) },
  expiresAt: instant(row.expiresAt),
})
