import { pageOfCustomers, pickCustomers } from '../../../data/customers/customer.ts'
import { getCustomer } from '../../../data/customers/customer-row.ts'
import { getDefaultCustomerId } from '../../../data/customers/default-customer.ts'
import { showCustomers } from '../../../data/customers/show-customer.ts'
import { fieldFilters } from '../../../data/fields/field-filters.ts'
import type { Operations } from '../operations.ts'

export const listCustomers: Operations['customers']['list'] = async ({ companyId }, { query }) => {
  const { sort, fields, ...options } = query
  const filters = fields && (await fieldFilters(companyId, 'customer', fields))
  const descending = sort === '-name'
  const { rows, ...page } = await pageOfCustomers(companyId, { ...options, descending, fields: filters })
  return { ...page, customers: await showCustomers(companyId, rows) }
}

const PICKER_ROWS = 20

/**
 * Lists customers for the picker. Without a search text the default customer comes first, however
 * many there are.
 */
export const listCustomersForPicker: Operations['customers']['listAll'] = async ({ companyId }, { query }) => {
  const text = query.searchParam.trim()
  const [rows, standsIn] = await Promise.all([
    pickCustomers(companyId, text, PICKER_ROWS),
    text ? undefined : defaultCustomer(companyId),
  ])
  const first = standsIn ? [standsIn, ...rows.filter(({ id }) => id !== standsIn.id)].slice(0, PICKER_ROWS) : rows
  return showCustomers(companyId, first)
}

async function defaultCustomer(companyId: string) {
  const id = await getDefaultCustomerId(companyId)
  return id === undefined ? undefined : getCustomer(companyId, id)
}
