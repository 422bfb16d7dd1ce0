import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { campaignsNeeding, getCampaign } from '../../../data/campaigns/campaign.ts'
import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { pendingOver } from '../../../data/content/schedule.ts'
import { inParts } from '../../../in-parts.ts'

/** Maximum number of campaigns named in a refusal; the others are counted. */
const MAX_NAMED = 5

/** Campaigns read in parallel. */
const MAX_CONCURRENT = 25

/**
 * Refuses to delete a connection over which campaigns or schedules will still send by themselves;
 * drafts and stopped campaigns get another one when somebody starts them.
 * @throws ERR_WAPP_IN_USE, whose body lists them in `inUse`
 */
export async function requireUnused(row: WhatsappRow): Promise<void> {
  const { companyId, id } = row
  if (!capabilitiesOf(row).startsByNumber) return
  const [campaigns, schedules] = await Promise.all([sendingCampaigns(companyId, id), countSchedules(companyId, id)])
  if (campaigns.length === 0 && schedules === 0) return
  const inUse = { campaigns: campaigns.length, campaignNames: campaigns.slice(0, MAX_NAMED), schedules }
  throw new AppError('ERR_WAPP_IN_USE', { data: { inUse } })
}

/** Returns the names of the campaigns that send over it, or will at their time, newest first. */
async function sendingCampaigns(companyId: string, connectionId: string): Promise<string[]> {
  const ids = (await campaignsNeeding(companyId, 'whatsapp', connectionId)).sort().reverse()
  const rows = await inParts(ids, MAX_CONCURRENT, id => getCampaign(companyId, id, true))
  return rows.flatMap(row => (row && (row.status === 'EM_ANDAMENTO' || row.status === 'PROGRAMADA') ? [row.name] : []))
}

async function countSchedules(companyId: string, connectionId: string): Promise<number> {
  let count = 0
  for await (const _ of pendingOver(companyId, connectionId)) count++
  return count
}
