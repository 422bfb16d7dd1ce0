import { invoiceMoment } from '@balcao/shared/rules/billing/due-date.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { openInvoice } from '../../../billing/open-invoice.ts'
import { type InvoiceRow, pageOfInvoices, toWireInvoice } from '../../../data/company/billing.ts'
import { recentCompany } from '../../../data/company/company.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { normalizeName } from '../../../data/table/normalize.ts'
import type { Operations } from '../operations.ts'

/**
 * Lists invoices, searched by plan and by number. Opening the first page makes a due invoice, even
 * when its timer was lost.
 */
export const listInvoices: Operations['invoices']['list'] = async ({ companyId, headers }, { query }) => {
  const { searchParam, ...options } = query
  const wanted = normalizeName(searchParam)
  if (!options.cursor && (await isTime(companyId)))
    await openInvoice(companyId, { now: Date.now(), language: languageOf(headers['accept-language']) })
  const matches = (row: InvoiceRow) => normalizeName(`${row.detail} ${row.number}`).includes(wanted)
  const { rows, hasMore, nextCursor } = await pageOfInvoices(companyId, wanted, matches, options)
  return { invoices: rows.map(toWireInvoice), hasMore, nextCursor }
}

async function isTime(companyId: string): Promise<boolean> {
  const [company, { timezone }] = await Promise.all([recentCompany(companyId), getSettings(companyId)])
  return company !== undefined && invoiceMoment(Date.parse(company.dueDate), timezone) <= Date.now()
}
