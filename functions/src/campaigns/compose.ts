import type { Stage } from '@balcao/shared/rules/campaigns/shipping-step.ts'
import { textFor } from '@balcao/shared/rules/campaigns/variant.ts'
import { fillVariables, protocolOf } from '@balcao/shared/rules/variables.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import type { Part, ShippingRow } from '../data/campaigns/shipping.ts'
import { filesOf } from '../data/content/file-list.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { whatsappMessageId } from '../messaging/whatsapp-message-id.ts'
import type { Surroundings } from './lane-context.ts'

/** The id under which a part of what a contact gets leaves: every repetition is the same message. */
export const partId = (campaignId: string, key: string, stage: Stage, part: number): string =>
  whatsappMessageId('campaign', campaignId, key, stage, String(part))

/**
 * What a contact gets, in the order in which it leaves: the text, the campaign's own file, those of its list. Empty when the campaign
 * has nothing to say any more. Of a live ticket the text may name the protocol, the queue and who serves it; `now` is epoch ms.
 */
export async function compose(
  campaign: CampaignRow,
  shipping: ShippingRow,
  stage: Stage,
  { settings, company }: Pick<Surroundings, 'settings' | 'company'>,
  ticket: TicketRow | undefined,
  now: number,
): Promise<Part[]> {
  const written = textFor(
    campaign,
    stage === 'confirmation' ? 'confirmationMessage' : 'message',
    shipping.variant,
    shipping.n,
  )
  const text = fillVariables(
    written,
    {
      contactName: shipping.name,
      protocol: ticket ? protocolOf(ticket.id, ticket.createdAt, company.timezone) : '',
      queueName: ticket?.queue?.name,
      userName: ticket?.user?.name,
      now,
      timeZone: company.timezone,
    },
    Object.fromEntries(settings.variables.map(({ key, value }) => [key, value])),
  )
  const own = campaign.media ? [{ media: campaign.media, text: '' }] : []
  const listed = campaign.fileListId ? await filesOf(campaign.companyId, campaign.fileListId) : []
  const contents = [
    ...(text.trim() ? [{ kind: 'text' as const, body: text }] : []),
    ...(stage === 'message'
      ? [...own, ...listed].map(({ media, text: body }) => ({ kind: 'media' as const, body, media }))
      : []),
  ]
  return contents.map((content, part) => ({ id: partId(shipping.campaignId, shipping.key, stage, part), content }))
}
