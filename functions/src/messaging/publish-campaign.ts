import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import { toWireCampaign } from '../data/campaigns/campaign-wire.ts'
import { publish } from '../realtime/publish.ts'

/** Publishes a campaign to the company's admins, and returns its wire form. */
export async function publishCampaign(row: CampaignRow, action: 'create' | 'update'): Promise<Campaign> {
  const campaign = await toWireCampaign(row)
  await publish(row.companyId, 'campaign', { action, campaign })
  return campaign
}
