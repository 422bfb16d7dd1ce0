import { createAddress } from '../../../data/customers/address.ts'
import type { Operations } from '../operations.ts'
import { publishAddress } from './publish-address.ts'

export const createCustomerAddress: Operations['customerAddresses']['create'] = async ({ companyId }, { body }) =>
  publishAddress(companyId, await createAddress(companyId, body), 'create')
