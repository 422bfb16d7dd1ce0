import { AppError } from '@balcao/shared/errors.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { chargeInvoice } from '../../../billing/charge-invoice.ts'
import { openInvoice } from '../../../billing/open-invoice.ts'
import { toWireCharge, toWireInvoice } from '../../../data/company/billing.ts'
import { getCompany } from '../../../data/company/company.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { companyOfRenewal } from '../../../http/renewal-token.ts'
import type { Operations } from '../operations.ts'

/**
 * Returns the renewal's charge. Polled every few seconds while somebody pays: the charge is made
 * once, and read from then on.
 */
export const showRenewal: Operations['renewal']['show'] = async ({ headers }, { body }) => {
  const companyId = companyOfRenewal(body.token)
  const company = await getCompany(companyId, true)
  if (!company) throw new AppError('ERR_RENEWAL_EXPIRED')
  if (!company.status) throw new AppError('ERR_COMPANY_DISABLED')
  const { name, dueDate } = company
  const { timezone } = await getSettings(companyId)
  if (Date.parse(dueDate) > Date.now()) return { renewed: true, company: name, dueDate, timezone }
  const options = { now: Date.now(), early: true, language: languageOf(headers['accept-language']) }
  const open = await openInvoice(companyId, options)
  if (!open) throw new AppError('ERR_NO_INVOICE_FOUND')
  const { invoice, charge } = await chargeInvoice(companyId, open.id)
  return {
    renewed: false,
    company: name,
    dueDate,
    timezone,
    invoice: toWireInvoice(invoice),
    pix: toWireCharge(charge),
  }
}
