import { deleteAddress } from '../../../data/customers/address.ts'
import { tellGone } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'
import { tellMain } from './tell-address.ts'

export const removeCustomerAddress: Operations['customerAddresses']['remove'] = async (
  { companyId },
  { params: { id } },
) => {
  const deleted = await deleteAddress(companyId, id)
  if (!deleted) return
  await tellGone(companyId, 'customerAddress', id)
  await tellMain(companyId, deleted.heir)
}
