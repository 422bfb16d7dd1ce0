import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import { toWireCampaign } from '../data/campaigns/wire.ts'
import { publish } from '../realtime/publish.ts'

/** Tells the company's admins of a campaign, and answers it as it leaves. */
export async function tellCampaign(row: CampaignRow, action: 'create' | 'update'): Promise<Campaign> {
  const campaign = await toWireCampaign(row)
  await publish(row.companyId, 'campaign', { action, campaign })
  return campaign
}
