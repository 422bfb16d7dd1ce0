import type { Stage } from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import { getCampaign } from '../data/campaigns/campaign.ts'
import {
  getRecipient,
  getSentMessage,
  lastWrittenTo,
  type Part,
  type RecipientRow,
} from '../data/campaigns/campaign-recipient.ts'
import type { ContactRow } from '../data/contacts/contact-row.ts'
import { partId } from './compose.ts'

/** A campaign that wrote to a person and awaits their answer. */
export type AwaitingCampaign = {
  campaign: { id: string; name: string }
  recipient: RecipientRow
  /** Sent messages that are in no ticket yet, in the order of sending. */
  unshown: { stage: Stage; parts: Part[]; at: number }[]
}

/**
 * Returns the campaign that awaits an answer from a sender on a connection. Costs half a read unit
 * for a sender no campaign wrote to; some three more for the first answer.
 */
export async function awaitingCampaign(
  companyId: string,
  connectionId: string,
  contact: Pick<ContactRow, 'number' | 'lid'>,
): Promise<AwaitingCampaign | undefined> {
  const last = await lastWrittenTo(companyId, connectionId, contact)
  if (!last) return undefined
  const [recipient, campaign] = await Promise.all([
    getRecipient(companyId, last.campaignId, last.key, true),
    getCampaign(companyId, last.campaignId),
  ])
  if (!recipient || !campaign) return undefined
  const { confirmationRequestedAt, sentAt, shown } = recipient
  const stages: [Stage, number | null][] = [
    ['confirmation', confirmationRequestedAt],
    ['message', sentAt],
  ]
  const unshown = await Promise.all(
    stages.map(async ([stage, at]) => {
      if (at === null || shown.includes(stage)) return []
      const sentMessage = await getSentMessage(companyId, connectionId, partId(campaign.id, recipient.key, stage, 0))
      return sentMessage ? [{ stage, parts: sentMessage.parts, at }] : []
    }),
  )
  return { campaign: { id: campaign.id, name: campaign.name }, recipient, unshown: unshown.flat() }
}
