import { AppError } from '@balcao/shared/errors.ts'
import type { Stage } from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import { textFor } from '@balcao/shared/rules/campaigns/variant.ts'
import { fillVariables, protocolOf } from '@balcao/shared/rules/variables.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import type { Part, RecipientRow } from '../data/campaigns/campaign-recipient.ts'
import { filesOf, type ListedFile } from '../data/content/file-list.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { whatsappMessageId } from '../messaging/whatsapp-message-id.ts'
import type { SendContext } from './send-context.ts'

/**
 * Returns the message id of a part of what a recipient gets: every repetition is the same message.
 */
export const partId = (campaignId: string, key: string, stage: Stage, part: number): string =>
  whatsappMessageId('campaign', campaignId, key, stage, String(part))

/**
 * Composes what a recipient gets, in the order of sending: the text, the campaign's own file, the
 * files of its file list. Empty when the campaign has nothing to send any more. With a live ticket
 * the text may name the protocol, the queue and the attendant; `now` is in epoch ms.
 */
export async function compose(
  campaign: CampaignRow,
  recipient: RecipientRow,
  stage: Stage,
  { settings, company }: Pick<SendContext, 'settings' | 'company'>,
  ticket: TicketRow | undefined,
  now: number,
): Promise<Part[]> {
  const written = textFor(
    campaign,
    stage === 'confirmation' ? 'confirmationMessage' : 'message',
    recipient.variant,
    recipient.n,
  )
  const text = fillVariables(
    written,
    {
      contactName: recipient.name,
      protocol: ticket ? protocolOf(ticket.id, ticket.createdAt, company.timezone) : '',
      queueName: ticket?.queue?.name,
      userName: ticket?.user?.name,
      now,
      timeZone: company.timezone,
    },
    Object.fromEntries(settings.variables.map(({ key, value }) => [key, value])),
  )
  const own = campaign.media ? [{ media: campaign.media, text: '' }] : []
  const listed = stage === 'message' ? await listedFiles(campaign) : []
  const contents = [
    ...(text.trim() ? [{ kind: 'text' as const, body: text }] : []),
    ...(stage === 'message'
      ? [...own, ...listed].map(({ media, text: body }) => ({ kind: 'media' as const, body, media }))
      : []),
  ]
  return contents.map((content, part) => ({ id: partId(recipient.campaignId, recipient.key, stage, part), content }))
}

/**
 * Returns the files of the campaign's list. A list is not deleted while a campaign needs it; if it
 * is gone all the same, the rest is sent.
 */
async function listedFiles({ companyId, fileListId }: CampaignRow): Promise<ListedFile[]> {
  if (fileListId === null) return []
  try {
    return await filesOf(companyId, fileListId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NO_FILE_LIST_FOUND') return []
    throw error
  }
}
