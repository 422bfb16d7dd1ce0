import { estimateCampaign as estimate } from '../../../campaigns/estimate-campaign.ts'
import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { templateFor } from '../../../messaging/template-content.ts'
import type { Operations } from '../operations.ts'
import { requireAudience, requireConnection } from './require-sendable.ts'

/** Estimates a campaign that need not be stored yet. */
export const estimateCampaign: Operations['campaigns']['estimate'] = async ({ companyId }, { query }) => {
  const { whatsappId, contactListId = null, tagListId = null, templateId, confirmationTemplateId } = query
  const connection = await requireConnection({ companyId, whatsappId })
  const audience = { companyId, contactListId, tagListId }
  const [count, message, confirmation] = await Promise.all([
    requireAudience(audience),
    templateOf(connection, templateId),
    templateOf(connection, confirmationTemplateId),
  ])
  const templates = { ...(message ? { message } : {}), ...(confirmation ? { confirmation } : {}) }
  return estimate(audience, count, connection, templates, {
    startsAt: query.startsAt === undefined ? null : Date.parse(query.startsAt),
    asksFirst: confirmation !== undefined || query.confirmation === true,
  })
}

const templateOf = async (connection: WhatsappRow, templateId: string | undefined) =>
  templateId === undefined ? undefined : templateFor(connection, templateId)
