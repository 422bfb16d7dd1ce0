import { createCustomer as create } from '../../../data/customers/customer.ts'
import type { Operations } from '../operations.ts'
import { tellCustomer } from './tell-customer.ts'

export const createCustomer: Operations['customers']['create'] = async ({ companyId, actor }, { body }) =>
  tellCustomer(await create(companyId, body, actor.userId), 'create')
