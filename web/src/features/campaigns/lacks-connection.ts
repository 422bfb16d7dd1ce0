import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import { mayRestartCampaign } from '@balcao/shared/rules/campaign-state.ts'

/** A stopped campaign whose connection was deleted: it goes on with another one, and only then. */
export const lacksConnection = ({ status, whatsapp }: Pick<Campaign, 'status' | 'whatsapp'>): boolean =>
  mayRestartCampaign(status) && whatsapp === null
