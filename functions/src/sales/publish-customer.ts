import type { Customer } from '@balcao/shared/entities/customer.ts'
import type { Written } from '../data/customers/customer.ts'
import { getCustomer } from '../data/customers/customer-row.ts'
import { showCustomer } from '../data/customers/show-customer.ts'
import { publishRow } from '../messaging/publish-row.ts'

/**
 * Publishes a customer that was created or changed, and the one that is no longer the default.
 * @returns the customer's wire form
 */
export async function publishCustomer({ customer, deposed }: Written, action: 'create' | 'update'): Promise<Customer> {
  const { companyId } = customer
  const before = deposed === undefined ? undefined : await getCustomer(companyId, deposed, true)
  const shown = await showCustomer(customer)
  await publishRow(companyId, 'customer', action, shown)
  if (before) await publishRow(companyId, 'customer', 'update', await showCustomer(before))
  return shown
}
