import { requireCampaign } from '../../../data/campaigns/campaign.ts'
import { pageOfRecipients } from '../../../data/campaigns/recipient-list.ts'
import { toWireRecipient } from '../../../data/campaigns/recipient-wire.ts'
import type { Operations } from '../operations.ts'

export const listRecipients: Operations['campaigns']['shipping'] = async ({ companyId }, { params: { id }, query }) => {
  await requireCampaign(companyId, id)
  const { rows, hasMore, nextCursor } = await pageOfRecipients(companyId, id, query)
  return { records: rows.map(toWireRecipient), hasMore, nextCursor }
}
