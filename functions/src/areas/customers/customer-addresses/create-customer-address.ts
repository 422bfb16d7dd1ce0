import { createAddress } from '../../../data/customers/address.ts'
import type { Operations } from '../operations.ts'
import { tellAddress } from './tell-address.ts'

export const createCustomerAddress: Operations['customerAddresses']['create'] = async ({ companyId }, { body }) =>
  tellAddress(companyId, await createAddress(companyId, body), 'create')
