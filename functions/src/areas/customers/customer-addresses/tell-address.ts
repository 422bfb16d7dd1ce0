import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { getAddress, type Written } from '../../../data/customers/address.ts'
import { tellRow } from '../../../messaging/tell-row.ts'

/** Tells of an address that was made or changed, and of the one whose place as the main one it took or left. @returns the address */
export async function tellAddress(
  companyId: string,
  { address, other }: Written,
  action: 'create' | 'update',
): Promise<CustomerAddress> {
  await tellRow(companyId, 'customerAddress', action, address)
  await tellMain(companyId, other)
  return address
}

/** Tells of an address that is the main one now, or no longer. */
export async function tellMain(companyId: string, id: string | null): Promise<void> {
  const address = id === null ? undefined : await getAddress(companyId, id)
  if (address) await tellRow(companyId, 'customerAddress', 'update', address)
}
