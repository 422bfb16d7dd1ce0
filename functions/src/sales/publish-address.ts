import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { getAddress, type Written } from '../data/customers/address.ts'
import { publishRow } from '../messaging/publish-row.ts'

/**
 * Publishes an address that was created or changed, and the one that became or is no longer the
 * main one with it.
 * @returns the address
 */
export async function publishAddress(
  companyId: string,
  { address, other }: Written,
  action: 'create' | 'update',
): Promise<CustomerAddress> {
  await publishRow(companyId, 'customerAddress', action, address)
  await publishMainAddress(companyId, other)
  return address
}

/** Publishes an address that became the main one, or no longer is. */
export async function publishMainAddress(companyId: string, id: string | null): Promise<void> {
  const address = id === null ? undefined : await getAddress(companyId, id)
  if (address) await publishRow(companyId, 'customerAddress', 'update', address)
}
