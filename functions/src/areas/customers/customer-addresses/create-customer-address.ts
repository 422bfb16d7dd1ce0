import { createAddress } from '../../../data/customers/address.ts'
import { publishAddress } from '../../../sales/publish-address.ts'
import type { Operations } from '../operations.ts'

export const createCustomerAddress: Operations['customerAddresses']['create'] = async ({ companyId }, { body }) =>
  publishAddress(companyId, await createAddress(companyId, body), 'create')
