import { changeCustomer } from '../../../data/customers/customer.ts'
import type { Operations } from '../operations.ts'
import { tellCustomer } from './tell-customer.ts'

export const updateCustomer: Operations['customers']['update'] = async ({ companyId }, { params, body }) =>
  tellCustomer(await changeCustomer(companyId, params.id, body), 'update')
