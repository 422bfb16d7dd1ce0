import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import type { Stage } from '@balcao/shared/rules/campaigns/recipient-transitions.ts'
import { textFor } from '@balcao/shared/rules/campaigns/variant.ts'
import { fillVariables, hasFieldVariable, protocolOf } from '@balcao/shared/rules/variables.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import type { Part, RecipientRow } from '../data/campaigns/campaign-recipient.ts'
import type { TemplateRow } from '../data/channels/template.ts'
import { findContactByNumber } from '../data/contacts/contact.ts'
import { filesOf, type ListedFile } from '../data/content/file-list.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { fieldVariables } from '../messaging/field-variables.ts'
import { fileTemplateContent } from '../messaging/file-template-content.ts'
import { fillTemplateVariables } from '../messaging/template-content.ts'
import { whatsappMessageId } from '../messaging/whatsapp-message-id.ts'
import type { CampaignTemplates } from './campaign-templates.ts'
import type { SendContext } from './send-context.ts'

/** Fields of a recipient that its texts depend on. */
type Person = Pick<RecipientRow, 'name' | 'variant' | 'n'> & Partial<Pick<RecipientRow, 'number'>>

/**
 * Returns the message id of a part of what a recipient gets: every repetition is the same message.
 */
export const partId = (campaignId: string, key: string, stage: Stage, part: number): string =>
  whatsappMessageId('campaign', campaignId, key, stage, String(part))

/**
 * Composes the parts of what a recipient gets; see `composeContents`.
 * @throws ERR_TEMPLATE_VARIABLES if a variable has no value for this recipient
 */
export async function compose(
  campaign: CampaignRow,
  recipient: RecipientRow,
  stage: Stage,
  context: Pick<SendContext, 'settings' | 'company'>,
  templates: CampaignTemplates,
  ticket: TicketRow | undefined,
  now: number,
): Promise<Part[]> {
  const contents = await composeContents(campaign, recipient, stage, context, templates, ticket, now)
  return contents.map((content, part) => ({ id: partId(recipient.campaignId, recipient.key, stage, part), content }))
}

/**
 * Composes what a person gets, in the order of sending: the text, the campaign's own file, the
 * files of its file list; or its template, with the campaign's file in the header. Empty when the
 * campaign has nothing to send any more. With a live ticket the text may name the protocol, the
 * queue and the attendant; `now` is in epoch ms.
 * @throws ERR_TEMPLATE_VARIABLES if a variable has no value for this person
 */
export async function composeContents(
  campaign: CampaignRow,
  person: Person,
  stage: Stage,
  { settings, company }: Pick<SendContext, 'settings' | 'company'>,
  templates: CampaignTemplates,
  ticket: TicketRow | undefined,
  now: number,
): Promise<OutboundContent[]> {
  const more = {
    ...Object.fromEntries(settings.variables.map(({ key, value }) => [key, value])),
    ...(await fieldsOf(campaign, person, ticket)),
  }
  const source = {
    contactName: person.name,
    protocol: ticket ? protocolOf(ticket.id, ticket.createdAt, company.timezone) : '',
    queueName: ticket?.queue?.name,
    userName: ticket?.user?.name,
    now,
    timeZone: company.timezone,
  }
  const fill = (text: string): string => fillVariables(text, source, more)
  return templates[stage]
    ? [templateOfStage(campaign, stage, templates[stage], fill)]
    : textsOf(campaign, person, stage, fill)
}

/**
 * Returns the values of custom fields that the campaign's texts name; of who is no contact none.
 */
async function fieldsOf(campaign: CampaignRow, { number }: Person, ticket: TicketRow | undefined) {
  if (!hasFieldVariable(JSON.stringify(campaign))) return {}
  const { companyId } = campaign
  const contact = ticket?.contact ?? (number ? await findContactByNumber(companyId, number) : undefined)
  return fieldVariables({ companyId, contact: { id: contact?.id ?? '' }, fields: ticket?.fields }, campaign)
}

const templateOfStage = (
  campaign: CampaignRow,
  stage: Stage,
  template: TemplateRow,
  fill: (text: string) => string,
): OutboundContent =>
  stage === 'message'
    ? fileTemplateContent(template, fillTemplateVariables(campaign.templateVariables, fill), campaign.media)
    : fileTemplateContent(template, fillTemplateVariables(campaign.confirmationTemplateVariables, fill), null)

async function textsOf(
  campaign: CampaignRow,
  person: Person,
  stage: Stage,
  fill: (text: string) => string,
): Promise<OutboundContent[]> {
  const kind = stage === 'confirmation' ? 'confirmationMessage' : 'message'
  const text = fill(textFor(campaign, kind, person.variant, person.n))
  const own = campaign.media ? [{ media: campaign.media, text: '' }] : []
  const listed = stage === 'message' ? await listedFiles(campaign) : []
  return [
    ...(text.trim() ? [{ kind: 'text' as const, body: text }] : []),
    ...(stage === 'message'
      ? [...own, ...listed].map(({ media, text: body }) => ({ kind: 'media' as const, body, media }))
      : []),
  ]
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
