/**
 * Billing of a company: one row with the open invoice and the next number, one row per invoice, one
 * row per charge. There is at most one open invoice, since opening and paying one are writes of the
 * first row under its version; so numbers have no gaps either. Keys: pk `company#billing`, sk
 * `billing` or `charge#txid`; pk `company#invoices`, sk id. Amounts are cents, times epoch
 * milliseconds.
 */
import type { Company } from '@balcao/shared/entities/company.ts'
import type { Invoice, PaymentNotice, PixCharge } from '@balcao/shared/entities/invoice.ts'
import type { Language } from '@balcao/shared/errors.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { instant } from '../instant.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { keyQuery } from '../table/key-query.ts'
import { whileAt } from '../table/keys.ts'
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

const partition = (companyId: string): string => `${companyId}#billing`
const billingKey = (companyId: string) => ({ pk: partition(companyId), sk: 'billing' })
const invoices = (companyId: string): string => `${companyId}#invoices`
const invoiceKey = (companyId: string, id: string) => ({ pk: invoices(companyId), sk: id })
const chargeKey = (companyId: string, txid: string) => ({ pk: partition(companyId), sk: `charge#${txid}` })

const parsed = <Row>(item: object | undefined, named: object): Row | undefined => {
  if (!item) return undefined
  const { version, row } = item as { version: number; row: string }
  return { ...JSON.parse(row), ...named, version } as Row
}

/**
 * Reads the billing row. Like all reads of single rows here it is consistent, as decisions depend
 * on it. A company that was never billed has an empty row.
 */
export async function getBilling(companyId: string): Promise<BillingRow> {
  const row = parsed<BillingRow>(await getItem(billingKey(companyId), true), { companyId })
  return row ?? { companyId, version: 0, number: 0, openInvoiceId: null, anchor: null, language: 'pt' }
}

export const getInvoice = async (companyId: string, id: string): Promise<InvoiceRow | undefined> =>
  parsed(await getItem(invoiceKey(companyId, id), true), { companyId, id })

export const getCharge = async (companyId: string, txid: string): Promise<ChargeRow | undefined> =>
  parsed(await getItem(chargeKey(companyId, txid), true), { companyId, txid })

/**
 * Returns a write that replaces the version of a row that was read; version 0 means that there was
 * none.
 */
function rowWrite(label: string, key: { pk: string; sk: string }, version: number, content: object): Write {
  const Item = { ...key, version: version + 1, row: JSON.stringify(content) }
  return put(label, { TableName: tableName(), Item, ...whileAt(version === 0 ? undefined : { version }) })
}

/** Returns a write labelled `billing`. */
export function billingWrite({ companyId, version, ...content }: BillingRow): Write {
  return rowWrite('billing', billingKey(companyId), version, content)
}

/**
 * Returns a write labelled `invoice`. `row.version` is the version that was read, 0 for a new one.
 */
export function invoiceWrite({ companyId, id, version, ...content }: InvoiceRow): Write {
  return rowWrite('invoice', invoiceKey(companyId, id), version, content)
}

/** Returns a write labelled `charge`. */
export function chargeWrite({ companyId, txid, version, ...content }: ChargeRow): Write {
  return rowWrite('charge', chargeKey(companyId, txid), version, content)
}

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
    from => keyQuery('main', invoices(companyId), { below: (from as string | null) ?? BEHIND }),
    {
      attributes: ['sk', 'version', 'row'],
      toRow: (item: { sk: string }) => parsed(item, { companyId, id: item.sk })!,
      positionOf: row => row.id,
    },
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
