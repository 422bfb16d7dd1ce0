import type { PriceCategory } from '@balcao/shared/events/queues.ts'
import { callingCodeOf } from '@balcao/shared/rules/calling-code.ts'
import { countCampaignCost } from '../data/campaigns/campaign-cost.ts'
import { getSentMessage } from '../data/campaigns/campaign-recipient.ts'
import type { Write } from '../data/table/transact.ts'

/**
 * Returns the writes that count a billed message towards its campaign, for the transaction that
 * counts it; none for a message of no campaign. Costs half a read unit.
 * @param given.number number of the recipient
 */
export async function campaignCostWrites(given: {
  companyId: string
  whatsappId: string
  whatsappMessageId: string
  number: string
  category: PriceCategory
}): Promise<Write[]> {
  const { companyId, whatsappId, whatsappMessageId, number, category } = given
  const sent = await getSentMessage(companyId, whatsappId, whatsappMessageId)
  return sent ? [countCampaignCost(companyId, sent.campaignId, { country: callingCodeOf(number), category })] : []
}
