import { requireCampaign } from '../../../data/campaigns/campaign.ts'
import { toWireCampaign } from '../../../data/campaigns/wire.ts'
import type { Operations } from '../operations.ts'

export const getCampaign: Operations['campaigns']['get'] = async ({ companyId }, { params }) =>
  toWireCampaign(await requireCampaign(companyId, params.id))
