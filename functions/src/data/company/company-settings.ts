import type { Company } from '@balcao/shared/entities/company.ts'
import { CAMPAIGNS_SETTING, type Setting } from '@balcao/shared/entities/setting.ts'
import { planOf } from './company.ts'
import { getPlan } from './plan.ts'
import { shownSettings } from './setting.ts'

const shown = (on: boolean): Setting => ({ key: CAMPAIGNS_SETTING, value: on ? 'enabled' : 'disabled' })

/**
 * Returns whether the company may use campaigns, as a setting: both its plan and its own switch
 * must allow it (`planOf`).
 */
export async function campaignsSetting(companyId: string): Promise<Setting> {
  const plan = await planOf(companyId).catch(() => undefined)
  return shown(plan?.useCampaigns ?? false)
}

/** Returns every setting of a company in wire form, with the one derived from its plan. */
export async function companySettings(companyId: string): Promise<Setting[]> {
  const [settings, campaigns] = await Promise.all([shownSettings(companyId), campaignsSetting(companyId)])
  return [...settings, campaigns]
}

/**
 * Returns the same as `companySettings` for a company that was already read; at most one read of
 * its plan.
 * @param known the stored settings, if they have already been read
 */
export async function settingsOf(company: Company, known?: readonly Setting[]): Promise<Setting[]> {
  const [settings, plan] = await Promise.all([known ?? shownSettings(company.id), getPlan(company.planId)])
  return [...settings, shown((plan?.useCampaigns ?? false) && company.campaignsEnabled)]
}
