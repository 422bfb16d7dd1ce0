import type { TemplateToSend } from '@balcao/shared/entities/template.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import type { MoreValues } from '@balcao/shared/rules/variables.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { readSettings } from '../data/company/setting.ts'
import { besideFile } from './file-template-content.ts'
import { fillText } from './fill-text.ts'
import { fillTemplateVariables, templateContent, templateOf } from './template-content.ts'

type Filled = (ticket: Parameters<typeof fillText>[1], more: MoreValues, media?: KeptMedia) => OutboundContent

/**
 * Returns the message of a template, given the ticket whose values the product's variables inside
 * the template's get, those of its custom fields, and the file of its header, once that is stored.
 * @param file kind of the file that the header is to show; absent for
 * an address among the variables
 * @throws ERR_CHANNEL_UNSUPPORTED, ERR_NO_TEMPLATE_FOUND, ERR_VALIDATION for a file that the header
 * does not show, and, as the returned function does, what `templateContent` throws
 */
export async function templateMessage(
  connection: WhatsappRow,
  { variables, ...named }: TemplateToSend,
  file?: Pick<KeptMedia, 'kind'>,
): Promise<Filled> {
  const found = await templateOf(connection, named)
  const template = file ? besideFile(found, file) : found
  if (!template)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'template', code: 'excludes', other: 'medias' }] })
  // Nothing is made for a message that cannot be sent.
  templateContent(template, variables)
  const settings = await readSettings(connection.companyId)
  return (ticket, more, media) => ({
    ...templateContent(
      template,
      fillTemplateVariables(variables, text => fillText(text, ticket, settings, Date.now(), more)),
    ),
    ...(media ? { media } : {}),
  })
}
