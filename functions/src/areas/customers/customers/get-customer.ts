import { requireCustomer } from '../../../data/customers/customer.ts'
import { showCustomer } from '../../../data/customers/show-customer.ts'
import type { Operations } from '../operations.ts'

export const getCustomer: Operations['customers']['get'] = async ({ companyId }, { params }) =>
  showCustomer(await requireCustomer(companyId, params.id, true))
