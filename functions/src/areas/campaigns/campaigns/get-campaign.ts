import { requireCampaign } from '../../../data/campaigns/campaign.ts'
import { toWireCampaign } from '../../../data/campaigns/campaign-wire.ts'
import type { Operations } from '../operations.ts'

export const getCampaign: Operations['campaigns']['get'] = async ({ companyId }, { params }) =>
  toWireCampaign(await requireCampaign(companyId, params.id))
