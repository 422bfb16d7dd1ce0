import { requireCompany } from '../../../data/company/company.ts'
import { settingsOf } from '../../../data/company/company-settings.ts'
import type { Operations } from '../operations.ts'
import { requireOwnCompany } from './require-own-company.ts'
import { withPlans } from './with-plan.ts'

export const getCompany: Operations['companies']['get'] = async (ctx, { params: { id } }) => {
  requireOwnCompany(ctx, id)
  const company = await requireCompany(id)
  const [[withPlan], settings] = await Promise.all([withPlans([company]), settingsOf(company)])
  return { ...withPlan!, settings }
}
