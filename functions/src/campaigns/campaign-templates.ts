/** Decides whether a campaign can be sent over its connection, and with which templates. */
import { AppError } from '@balcao/shared/errors.ts'
import { filledVariants } from '@balcao/shared/rules/campaigns/variant.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { isSendable } from '@balcao/shared/rules/templates/sending-components.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import type { TemplateRow } from '../data/channels/template.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { requireSendableTemplate } from '../messaging/require-sendable-template.ts'
import { templateFor } from '../messaging/template-content.ts'

type Content = Omit<CampaignRow, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'completedAt'>

/** Templates of a campaign; none for a campaign of texts. */
export type CampaignTemplates = { message?: TemplateRow; confirmation?: TemplateRow }

/**
 * Returns the templates of a campaign, which exist and belong to its connection.
 * @throws ERR_CHANNEL_UNSUPPORTED for a template over a connection without them,
 * ERR_CAMPAIGN_NEEDS_TEMPLATE for texts over one that may only send templates, and
 * ERR_NO_TEMPLATE_FOUND
 */
export async function templatesOf(row: Content, connection: WhatsappRow): Promise<CampaignTemplates> {
  const { templateId, confirmationTemplateId, confirmation } = row
  if (capabilitiesOf(connection).window !== 'template') {
    if (templateId !== null || confirmationTemplateId !== null) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
    return {}
  }
  const hasTexts = filledVariants(row, 'message').length + filledVariants(row, 'confirmationMessage').length > 0
  if (hasTexts || row.fileListId !== null) throw new AppError('ERR_CAMPAIGN_NEEDS_TEMPLATE')
  const [message, question] = await Promise.all([
    templateId === null ? undefined : templateFor(connection, templateId),
    confirmationTemplateId === null ? undefined : templateFor(connection, confirmationTemplateId),
  ])
  for (const template of [message, question])
    if (template && !isSendable(template.components)) throw new AppError('ERR_TEMPLATE_KIND')
  return { ...(message ? { message } : {}), ...(confirmation && question ? { confirmation: question } : {}) }
}

/**
 * Returns the templates with which a campaign can be sent now over its connection, none for one of
 * texts.
 * @throws what `templatesOf` throws, ERR_CAMPAIGN_NEEDS_TEMPLATE without one,
 * ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES
 */
export async function sendableTemplates(row: Content, connection: WhatsappRow): Promise<CampaignTemplates> {
  const templates = await templatesOf(row, connection)
  if (capabilitiesOf(connection).window !== 'template') return templates
  const { message, confirmation } = templates
  if (!message || (row.confirmation && !confirmation)) throw new AppError('ERR_CAMPAIGN_NEEDS_TEMPLATE')
  requireSendableTemplate(message, row.templateVariables, 'templateVariables', row.media)
  if (confirmation)
    requireSendableTemplate(confirmation, row.confirmationTemplateVariables, 'confirmationTemplateVariables')
  return templates
}

/**
 * Same as `sendableTemplates`, for a campaign that is to be sent to people now.
 * @throws ERR_CAMPAIGN_QUALITY also, for a number whose quality is red at Meta
 */
export async function startableTemplates(row: Content, connection: WhatsappRow): Promise<CampaignTemplates> {
  const templates = await sendableTemplates(row, connection)
  if (connection.quality === 'RED') throw new AppError('ERR_CAMPAIGN_QUALITY')
  return templates
}
