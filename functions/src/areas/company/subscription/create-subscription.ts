import { fullName } from '@balcao/shared/api-contract/payer.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { chargeInvoice } from '../../../billing/charge-invoice.ts'
import { openInvoice } from '../../../billing/open-invoice.ts'
import { toWireCharge, toWireInvoice } from '../../../data/company/billing.ts'
import { changeCompany } from '../../../data/company/company.ts'
import { listPlans } from '../../../data/company/plan.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import type { Operations } from '../operations.ts'

type Create = Operations['subscription']['create']
type Body = Parameters<Create>[1]['body']

/**
 * Creates the charge of a subscription. A company that pays before there is an invoice gets its
 * invoice early. Card fields are dropped here.
 */
export const createSubscription: Create = async ({ companyId, headers }, { body }) => {
  const { plan: planId } = body
  // Checked before an invoice is made early: a refused call makes none.
  if (planId && !(await listPlans()).some(plan => plan.id === planId)) throw new AppError('ERR_NO_PLAN_FOUND')
  const { invoiceId = await openId(companyId, headers['accept-language']) } = body
  const { invoice, charge } = await chargeInvoice(companyId, invoiceId, planId)
  if (body.useAddressForPaymentDetails) await changeCompany(companyId, billingAddress(body))
  return { pix: toWireCharge(charge), invoice: toWireInvoice(invoice) }
}

async function openId(companyId: string, accepted: string | undefined): Promise<string> {
  const invoice = await openInvoice(companyId, { now: Date.now(), early: true, language: languageOf(accepted) })
  if (!invoice) throw new AppError('ERR_NO_INVOICE_FOUND')
  return invoice.id
}

/** Returns the address of invoices; a state that was not given stays. */
const billingAddress = (body: Body) => ({
  billingName: fullName(body),
  addressStreet: body.address2,
  addressCity: body.city,
  addressZipCode: body.zipcode,
  ...definedFields({ addressState: body.state }),
})
