import { changeAddress } from '../../../data/customers/address.ts'
import type { Operations } from '../operations.ts'
import { tellAddress } from './tell-address.ts'

export const updateCustomerAddress: Operations['customerAddresses']['update'] = async (
  { companyId },
  { params, body },
) => tellAddress(companyId, await changeAddress(companyId, params.id, body), 'update')
