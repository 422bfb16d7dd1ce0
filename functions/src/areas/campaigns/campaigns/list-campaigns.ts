import { pageOfCampaigns } from '../../../data/campaigns/campaign.ts'
import { toWireCampaigns } from '../../../data/campaigns/campaign-wire.ts'
import type { Operations } from '../operations.ts'

export const listCampaigns: Operations['campaigns']['list'] = async ({ companyId }, { query }) => {
  const { rows, hasMore, nextCursor } = await pageOfCampaigns(companyId, query)
  return { records: await toWireCampaigns(companyId, rows), hasMore, nextCursor }
}
