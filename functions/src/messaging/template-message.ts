import type { TemplateToSend } from '@balcao/shared/entities/template.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { readSettings } from '../data/company/setting.ts'
import { fillText } from './fill-text.ts'
import { fillTemplateVariables, templateContent, templateOf } from './template-content.ts'

/**
 * Returns the message of a template, given the ticket whose values the product's variables inside
 * the template's get.
 * @throws ERR_CHANNEL_UNSUPPORTED, ERR_NO_TEMPLATE_FOUND, and, as the returned function does, what
 * `templateContent` throws
 */
export async function templateMessage(
  connection: WhatsappRow,
  { variables, ...named }: TemplateToSend,
): Promise<(ticket: Parameters<typeof fillText>[1]) => OutboundContent> {
  const template = await templateOf(connection, named)
  // Nothing is made for a message that cannot be sent.
  templateContent(template, variables)
  const settings = await readSettings(connection.companyId)
  return ticket =>
    templateContent(
      template,
      fillTemplateVariables(variables, text => fillText(text, ticket, settings)),
    )
}
