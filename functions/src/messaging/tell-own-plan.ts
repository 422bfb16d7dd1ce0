import { CAMPAIGNS_SETTING } from '@balcao/shared/entities/setting.ts'
import { planOf } from '../data/company/company.ts'
import { publish } from '../realtime/publish.ts'

/** Tells a company's browsers what it may use and have now. A company without a plan is told nothing. */
export async function tellOwnPlan(companyId: string): Promise<void> {
  const plan = await planOf(companyId, true).catch(() => undefined)
  if (!plan) return
  const setting = { key: CAMPAIGNS_SETTING, value: plan.useCampaigns ? 'enabled' : 'disabled' }
  await Promise.all([
    publish(companyId, 'plan', { action: 'update', plan }),
    publish(companyId, 'settings', { action: 'update', setting }),
  ])
}
