import { AppError } from '@balcao/shared/errors.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { type CampaignTemplates, startableTemplates } from './campaign-templates.ts'
import { stopForReason } from './stop-for-reason.ts'

/** Templates of campaigns under way, and when they were read. */
export type KnownTemplates = Map<string, { value: CampaignTemplates; at: number }>

/** Maximum age (ms) of templates by which messages are sent. */
const FRESH_MS = 2000

/**
 * Returns the templates of a campaign, none for one of texts; undefined if it cannot be sent over
 * its connection any more, which stops it.
 */
export async function templatesOrStop(
  campaign: CampaignRow,
  connection: WhatsappRow,
  known: KnownTemplates,
): Promise<CampaignTemplates | undefined> {
  const last = known.get(campaign.id)
  if (last && connection.quality !== 'RED' && Date.now() - last.at <= FRESH_MS) return last.value
  try {
    const value = await startableTemplates(campaign, connection)
    known.set(campaign.id, { value, at: Date.now() })
    return value
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await stopForReason(campaign.companyId, campaign.id, error.code)
    return undefined
  }
}
