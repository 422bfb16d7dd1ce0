import type { Company } from '@balcao/shared/entities/company.ts'
import { getPlan } from '../../../data/company/plan.ts'
import { timezonesOf } from '../../../data/company/setting.ts'

/**
 * Returns companies with their plans, campaigns off where their own switch is off (`planOf`), and
 * the time zone of their due dates. Each plan is read once a second at most, each zone costs half a
 * read unit.
 */
export async function withPlans(companies: readonly Company[]): Promise<Company[]> {
  const timezones = await timezonesOf(companies.map(({ id }) => id))
  return Promise.all(
    companies.map(async (row): Promise<Company> => {
      const company = { ...row, timezone: timezones.get(row.id)! }
      const plan = await getPlan(company.planId)
      if (!plan) return company
      return { ...company, plan: { ...plan, useCampaigns: plan.useCampaigns && company.campaignsEnabled } }
    }),
  )
}
