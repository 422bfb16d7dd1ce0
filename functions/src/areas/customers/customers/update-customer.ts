import { changeCustomer } from '../../../data/customers/customer.ts'
import { fieldsChange } from '../../../data/fields/field-values.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishCustomer } from '../../../sales/publish-customer.ts'
import type { Operations } from '../operations.ts'

export const updateCustomer: Operations['customers']['update'] = async ({ companyId }, { params, body }) => {
  const { fields, ...others } = body
  const change = fields && (await fieldsChange(companyId, 'customer', fields))
  const written = await changeCustomer(companyId, params.id, { ...others, fields: change })
  // Contracts show the name and are searched by it.
  if (body.fullName !== undefined) await enqueueJob({ type: 'renameCustomer', companyId, customerId: params.id })
  return publishCustomer(written, 'update')
}
