import { requireAddress } from '../../../data/customers/address.ts'
import type { Operations } from '../operations.ts'

export const getCustomerAddress: Operations['customerAddresses']['get'] = ({ companyId }, { params }) =>
  requireAddress(companyId, params.id)
