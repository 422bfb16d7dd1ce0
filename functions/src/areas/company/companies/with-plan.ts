import type { Company } from '@balcao/shared/entities/company.ts'
import { getPlan } from '../../../data/company/plan.ts'

/** Companies with their plans, campaigns off where their own switch is (`planOf`); each plan is read once a second at most. */
export const withPlans = (companies: readonly Company[]): Promise<Company[]> =>
  Promise.all(
    companies.map(async company => {
      const plan = await getPlan(company.planId)
      if (!plan) return company
      return { ...company, plan: { ...plan, useCampaigns: plan.useCampaigns && company.campaignsEnabled } }
    }),
  )
