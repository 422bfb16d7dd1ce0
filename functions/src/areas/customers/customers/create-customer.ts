import { createCustomer as create } from '../../../data/customers/customer.ts'
import { fieldsChange } from '../../../data/fields/field-values.ts'
import { publishCustomer } from '../../../sales/publish-customer.ts'
import type { Operations } from '../operations.ts'

export const createCustomer: Operations['customers']['create'] = async ({ companyId, actor }, { body }) => {
  const fields = await fieldsChange(companyId, 'customer', body.fields)
  return publishCustomer(await create(companyId, { ...body, fields }, actor.userId), 'create')
}
