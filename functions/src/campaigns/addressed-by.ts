import type { Stage } from '@balcao/shared/rules/campaigns/shipping-step.ts'
import { getCampaign } from '../data/campaigns/campaign.ts'
import { getSaid, getShipping, lastWrittenTo, type Part, type ShippingRow } from '../data/campaigns/shipping.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import { partId } from './compose.ts'

/** A campaign that wrote to a person and awaits their answer. */
export type Addressed = {
  campaign: { id: string; name: string }
  shipping: ShippingRow
  /** Sent messages that are in no ticket yet, in the order of sending. */
  unshown: { stage: Stage; parts: Part[]; at: number }[]
}

/**
 * Returns the campaign that awaits an answer from a sender on a connection. Costs half a read unit
 * for a sender no campaign wrote to; some three more for the first answer.
 */
export async function addressedBy(
  companyId: string,
  connectionId: string,
  contact: Pick<ContactRow, 'number' | 'lid'>,
): Promise<Addressed | undefined> {
  const last = await lastWrittenTo(companyId, connectionId, contact)
  if (!last) return undefined
  const [shipping, campaign] = await Promise.all([
    getShipping(companyId, last.campaignId, last.key, true),
    getCampaign(companyId, last.campaignId),
  ])
  if (!shipping || !campaign) return undefined
  const { confirmationRequestedAt, sentAt, shown } = shipping
  const stages: [Stage, number | null][] = [
    ['confirmation', confirmationRequestedAt],
    ['message', sentAt],
  ]
  const unshown = await Promise.all(
    stages.map(async ([stage, at]) => {
      if (at === null || shown.includes(stage)) return []
      const said = await getSaid(companyId, connectionId, partId(campaign.id, shipping.key, stage, 0))
      return said ? [{ stage, parts: said.parts, at }] : []
    }),
  )
  return { campaign: { id: campaign.id, name: campaign.name }, shipping, unshown: unshown.flat() }
}
