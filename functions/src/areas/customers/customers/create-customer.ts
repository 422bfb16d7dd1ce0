import { createCustomer as create } from '../../../data/customers/customer.ts'
import { publishCustomer } from '../../../sales/publish-customer.ts'
import type { Operations } from '../operations.ts'

export const createCustomer: Operations['customers']['create'] = async ({ companyId, actor }, { body }) =>
  publishCustomer(await create(companyId, body, actor.userId), 'create')
