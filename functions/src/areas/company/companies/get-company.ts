import { requireCompany } from '../../../data/company/company.ts'
import { shownSettings } from '../../../data/company/setting.ts'
import type { Operations } from '../operations.ts'
import { requireOwnCompany } from './require-own-company.ts'
import { withPlans } from './with-plan.ts'

export const getCompany: Operations['companies']['get'] = async (ctx, { params: { id } }) => {
  requireOwnCompany(ctx, id)
  const [company, settings] = await Promise.all([requireCompany(id), shownSettings(id)])
  const [withPlan] = await withPlans([company])
  return { ...withPlan!, settings }
}
