import { requireCompany } from '../../../data/company/company.ts'
import type { Operations } from '../operations.ts'
import { requireOwnCompany } from './require-own-company.ts'
import { withPlans } from './with-plan.ts'

export const getCompany: Operations['companies']['get'] = async (ctx, { params }) => {
  requireOwnCompany(ctx, params.id)
  return (await withPlans([await requireCompany(params.id)]))[0]!
}
