import type { Customer } from '@balcao/shared/entities/customer.ts'
import { shownFields } from '../fields/field-values.ts'
import type { CustomerRow } from './customer-row.ts'
import { getDefaultCustomerId } from './default-customer.ts'
import { portfolioNames } from './portfolio.ts'

/**
 * Returns customers in wire form, with the names of their portfolios. Costs half a read unit for
 * each portfolio, and one in all.
 */
export async function showCustomers(companyId: string, rows: readonly CustomerRow[]): Promise<Customer[]> {
  if (rows.length === 0) return []
  const [names, byDefault] = await Promise.all([
    portfolioNames(
      companyId,
      rows.map(({ portfolioId }) => portfolioId),
    ),
    getDefaultCustomerId(companyId, true),
  ])
  const values = await Promise.all(rows.map(row => shownFields(companyId, row.fields)))
  return rows.map(({ companyId: _, version: __, ...row }, i) => {
    const name = names.get(row.portfolioId)
    return {
      ...row,
      fields: values[i]!,
      portfolio: name === undefined ? null : { id: row.portfolioId, name },
      customerDefault: row.id === byDefault,
    }
  })
}

export const showCustomer = async (row: CustomerRow): Promise<Customer> =>
  (await showCustomers(row.companyId, [row]))[0]!
