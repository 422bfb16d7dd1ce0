import { changeAddress } from '../../../data/customers/address.ts'
import { publishAddress } from '../../../sales/publish-address.ts'
import type { Operations } from '../operations.ts'

export const updateCustomerAddress: Operations['customerAddresses']['update'] = async (
  { companyId },
  { params, body },
) => publishAddress(companyId, await changeAddress(companyId, params.id, body), 'update')
