import { AppError } from '@balcao/shared/errors.ts'
import { documentSigns, isDocument } from '@balcao/shared/rules/sales/document.ts'
import { findByDocument } from '../../../data/customers/customer.ts'
import { showCustomer } from '../../../data/customers/show-customer.ts'
import type { Operations } from '../operations.ts'

/**
 * Finds a customer by CPF or CNPJ, punctuated or not. Wrong check digits are answered differently
 * from "not found" (decision 0044).
 */
export const searchCustomer: Operations['customers']['search'] = async ({ companyId }, { params }) => {
  const document = documentSigns(params.document)
  if (!isDocument(document)) throw new AppError('ERR_DOCUMENT_INVALID')
  const customer = await findByDocument(companyId, document)
  if (!customer) throw new AppError('ERR_NO_CUSTOMER_FOUND')
  return showCustomer(customer)
}
