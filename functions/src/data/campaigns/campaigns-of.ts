import { batchItems } from '../table/batch-items.ts'
import type { Source } from '../table/page.ts'
import { type CampaignRow, campaignsNewestFirst } from './campaign.ts'
import { RECIPIENTS, type RecipientIdentity, type RecipientRow, recipientKey } from './campaign-recipient.ts'

/**
 * Returns the source of the company's campaigns, newest first, each with this person as its
 * recipient, if they are one. Costs half a read unit for each campaign and identity.
 */
export const campaignsOf =
  ({
    companyId,
    number,
    lid,
    others = [],
  }: RecipientIdentity & { companyId: string; others?: readonly RecipientIdentity[] }): Source<{
    campaign: CampaignRow
    recipient: RecipientRow | undefined
  }> =>
  async (wanted, from) => {
    const slice = await campaignsNewestFirst(companyId)(wanted, from)
    const identities = [{ number, lid }, ...others].filter(each => each.number || each.lid)
    const keys = [...new Set(identities.map(recipientKey))]
    const wantedKeys = slice.rows.flatMap(({ row }) =>
      keys.map(key => RECIPIENTS.key({ companyId, campaignId: row.id, key })),
    )
    const found = (await batchItems<object>(wantedKeys, RECIPIENTS.attributes)).map(RECIPIENTS.parse)
    const byCampaign = new Map(found.map(recipient => [recipient.campaignId, recipient]))
    return {
      ...slice,
      rows: slice.rows.map(({ row, ...place }) => ({
        ...place,
        row: { campaign: row, recipient: byCampaign.get(row.id) },
      })),
    }
  }
