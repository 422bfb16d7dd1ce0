/** Turns a template and its values into what is stored and sent. */
import type { TemplateToSend } from '@balcao/shared/entities/template.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { renderTemplate } from '@balcao/shared/rules/templates/render-template.ts'
import { isSendable, sendingComponents, unfilledVariables } from '@balcao/shared/rules/templates/sending-components.ts'
import { toTemplateValue } from '@balcao/shared/rules/templates/template-value.ts'
import { findTemplate, requireTemplate, type TemplateRow } from '../data/channels/template.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { accountWithTemplates } from './templates/cloud-account.ts'
import { unfilledVariablesError } from './unfilled-variables-error.ts'

type Values = Readonly<Record<string, string>>

/**
 * Returns a message made of a template. Values of no variable are ignored.
 * @throws ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_KIND, ERR_TEMPLATE_VARIABLES with the names that
 * have no value, or one that Meta would refuse
 */
export function templateContent(
  { name, language, status, components }: Pick<TemplateRow, 'name' | 'language' | 'status' | 'components'>,
  variables: Values,
): Extract<OutboundContent, { kind: 'template' }> {
  if (status !== 'APPROVED') throw new AppError('ERR_TEMPLATE_NOT_APPROVED')
  if (!isSendable(components)) throw new AppError('ERR_TEMPLATE_KIND')
  const missing = unfilledVariables(components, variables)
  if (missing.length > 0) throw unfilledVariablesError(missing, 'variables', variables)
  const { body, ...shown } = renderTemplate(components, variables)
  return {
    kind: 'template',
    body,
    template: { name, language, ...shown },
    components: sendingComponents(components, variables),
  }
}

/** Fills the product's variables inside the values, and makes each fit into a template. */
export const fillTemplateVariables = (variables: Values, fill: (text: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.includes('{{') ? toTemplateValue(fill(value)) : value,
    ]),
  )

/**
 * Returns the template of a name and language that a connection may send.
 * @throws ERR_CHANNEL_UNSUPPORTED, ERR_NO_TEMPLATE_FOUND
 */
export async function templateOf(
  connection: WhatsappRow,
  named: Pick<TemplateToSend, 'name' | 'language'>,
): Promise<TemplateRow> {
  const row = await findTemplate(connection.companyId, accountWithTemplates(connection), named)
  if (!row) throw new AppError('ERR_NO_TEMPLATE_FOUND')
  return row
}

/**
 * Returns a template by its id, for a connection that is to send it.
 * @throws ERR_CHANNEL_UNSUPPORTED, ERR_NO_TEMPLATE_FOUND, also for one of another account
 */
export async function templateFor(connection: WhatsappRow, templateId: string): Promise<TemplateRow> {
  const account = accountWithTemplates(connection)
  const row = await requireTemplate(connection.companyId, templateId)
  if (row.businessAccountId !== account) throw new AppError('ERR_NO_TEMPLATE_FOUND')
  return row
}
