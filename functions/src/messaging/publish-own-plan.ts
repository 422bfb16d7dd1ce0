import { CAMPAIGNS_SETTING } from '@balcao/shared/entities/setting.ts'
import { planOf } from '../data/company/company.ts'
import { publish } from '../realtime/publish.ts'

/**
 * Publishes to a company's browsers what its plan allows and how much is used now. Does nothing for
 * a company without a plan.
 */
export async function publishOwnPlan(companyId: string): Promise<void> {
  const plan = await planOf(companyId, true).catch(() => undefined)
  if (!plan) return
  const setting = { key: CAMPAIGNS_SETTING, value: plan.useCampaigns ? 'enabled' : 'disabled' }
  await Promise.all([
    publish(companyId, 'plan', { action: 'update', plan }),
    publish(companyId, 'settings', { action: 'update', setting }),
  ])
}
