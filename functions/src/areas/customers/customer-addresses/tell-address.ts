import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { getAddress, type Written } from '../../../data/customers/address.ts'
import { tellRow } from '../../../messaging/tell-row.ts'

/**
 * Publishes an address that was created or changed, and the one that became or is no longer the
 * main one with it.
 * @returns the address
 */
export async function tellAddress(
  companyId: string,
  { address, other }: Written,
  action: 'create' | 'update',
): Promise<CustomerAddress> {
  await tellRow(companyId, 'customerAddress', action, address)
  await tellMain(companyId, other)
  return address
}

/** Publishes an address that became the main one, or no longer is. */
export async function tellMain(companyId: string, id: string | null): Promise<void> {
  const address = id === null ? undefined : await getAddress(companyId, id)
  if (address) await tellRow(companyId, 'customerAddress', 'update', address)
}
