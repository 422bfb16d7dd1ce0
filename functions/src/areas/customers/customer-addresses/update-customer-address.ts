import { changeAddress } from '../../../data/customers/address.ts'
import type { Operations } from '../operations.ts'
import { publishAddress } from './publish-address.ts'

export const updateCustomerAddress: Operations['customerAddresses']['update'] = async (
  { companyId },
  { params, body },
) => publishAddress(companyId, await changeAddress(companyId, params.id, body), 'update')
