import { pageOfCustomers, pickCustomers } from '../../../data/customers/customer.ts'
import { showCustomers } from '../../../data/customers/show-customer.ts'
import type { Operations } from '../operations.ts'

export const listCustomers: Operations['customers']['list'] = async ({ companyId }, { query }) => {
  const { rows, ...page } = await pageOfCustomers(companyId, query)
  return { ...page, customers: await showCustomers(companyId, rows) }
}

const PICKER_ROWS = 20

export const listCustomersForPicker: Operations['customers']['listAll'] = async ({ companyId }, { query }) =>
  showCustomers(companyId, await pickCustomers(companyId, query.searchParam, PICKER_ROWS))
