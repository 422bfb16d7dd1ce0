import { deleteAddress } from '../../../data/customers/address.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import { publishMainAddress } from '../../../sales/publish-address.ts'
import type { Operations } from '../operations.ts'

export const removeCustomerAddress: Operations['customerAddresses']['remove'] = async (
  { companyId },
  { params: { id } },
) => {
  const deleted = await deleteAddress(companyId, id)
  if (!deleted) return
  await publishRowDeleted(companyId, 'customerAddress', id)
  await publishMainAddress(companyId, deleted.heir)
}
