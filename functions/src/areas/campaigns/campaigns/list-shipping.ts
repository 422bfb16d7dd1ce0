import { requireCampaign } from '../../../data/campaigns/campaign.ts'
import { pageOfShipping } from '../../../data/campaigns/shipping-list.ts'
import { toWireShipping } from '../../../data/campaigns/shipping-wire.ts'
import type { Operations } from '../operations.ts'

export const listShipping: Operations['campaigns']['shipping'] = async ({ companyId }, { params: { id }, query }) => {
  await requireCampaign(companyId, id)
  const { rows, hasMore, nextCursor } = await pageOfShipping(companyId, id, query)
  return { records: rows.map(toWireShipping), hasMore, nextCursor }
}
