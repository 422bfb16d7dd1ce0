import type { TemplateToSend } from '@balcao/shared/entities/template.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { readSettings } from '../data/company/setting.ts'
import { besideFile } from './file-template-content.ts'
import { fillText } from './fill-text.ts'
import { fillTemplateVariables, templateContent, templateOf } from './template-content.ts'

/** File for a template's header, which is stored once nothing else is missing. */
type HeaderFile = Pick<KeptMedia, 'kind'> & { store: () => Promise<KeptMedia> }

/**
 * Returns the message of a template, given the ticket whose values the product's variables inside
 * the template's get.
 * @throws ERR_CHANNEL_UNSUPPORTED, ERR_NO_TEMPLATE_FOUND, ERR_VALIDATION for a file that the header
 * does not show, what storing it throws, and, as the returned function does, what `templateContent`
 * throws
 */
export async function templateMessage(
  connection: WhatsappRow,
  { variables, ...named }: TemplateToSend,
  file?: HeaderFile,
): Promise<(ticket: Parameters<typeof fillText>[1]) => OutboundContent> {
  const found = await templateOf(connection, named)
  const template = file ? besideFile(found, file) : found
  if (!template)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'template', code: 'excludes', other: 'medias' }] })
  // Nothing is made for a message that cannot be sent.
  templateContent(template, variables)
  const media = file ? { media: await file.store() } : {}
  const settings = await readSettings(connection.companyId)
  return ticket => ({
    ...templateContent(
      template,
      fillTemplateVariables(variables, text => fillText(text, ticket, settings)),
    ),
    ...media,
  })
}
