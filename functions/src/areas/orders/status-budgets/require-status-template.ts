import type { TemplateChoice } from '@balcao/shared/rules/templates/template-choice.ts'
import { requireTemplate } from '../../../data/channels/template.ts'
import { requireStandIn } from '../../../messaging/stand-in-template.ts'

/**
 * Requires that the template of an order status can be sent.
 * @throws ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_KIND, ERR_TEMPLATE_NOT_APPROVED,
 * ERR_TEMPLATE_VARIABLES
 */
export async function requireStatusTemplate(
  companyId: string,
  { templateId, templateVariables }: TemplateChoice,
): Promise<void> {
  if (templateId === null) return
  requireStandIn(await requireTemplate(companyId, templateId), templateVariables, 'templateVariables')
}
