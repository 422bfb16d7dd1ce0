import { deleteAddress } from '../../../data/customers/address.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { publishMainAddress } from './publish-address.ts'

export const removeCustomerAddress: Operations['customerAddresses']['remove'] = async (
  { companyId },
  { params: { id } },
) => {
  const deleted = await deleteAddress(companyId, id)
  if (!deleted) return
  await publishRowDeleted(companyId, 'customerAddress', id)
  await publishMainAddress(companyId, deleted.heir)
}
