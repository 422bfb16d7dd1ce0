/** The question for a rating, in a form that its connection may send now. */
import type { Settings } from '@balcao/shared/entities/setting.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { menuFormOf } from '@balcao/shared/rules/inbound/menu-form-of.ts'
import { ratingQuestion } from '@balcao/shared/rules/rating.ts'
import { getWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { fieldVariables } from './field-variables.ts'
import { fillText } from './fill-text.ts'
import { findStandIn, isTextAllowed, requireStandIn, standInContent } from './stand-in-template.ts'
import { templateFor } from './template-content.ts'

/**
 * Requires that a connection can ask for a rating by a template.
 * @throws ERR_CHANNEL_UNSUPPORTED, ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_KIND,
 * ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES
 */
export async function requireRatingTemplate(
  connection: WhatsappRow,
  templateId: string,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  requireStandIn(await templateFor(connection, templateId), given, 'ratingTemplateVariables')
}

/**
 * Returns the question for a ticket. Once an official number's window has closed it is the
 * connection's template; without one the question cannot arrive, and fails where people see it
 * (`isAnswerable` false). `now` is in epoch ms.
 */
export async function ratingContent(
  ticket: TicketRow,
  text: string,
  settings: Settings,
  now: number,
): Promise<{ content: OutboundContent; isAnswerable: boolean }> {
  const connection = await getWhatsapp(ticket.companyId, ticket.whatsapp.id)
  const more = await fieldVariables(ticket, [text, connection?.ratingTemplateVariables])
  const fill = (each: string) => fillText(each, ticket, settings, now, more)
  const isOpen = isTextAllowed(ticket, now)
  const template = isOpen || !connection ? undefined : standInContent(await standInOf(connection), fill)
  if (template) return { content: template, isAnswerable: true }
  const provider = connection?.provider ?? 'web'
  const { text: question, choices } = ratingQuestion(text, menuFormOf({ connection: { provider }, settings }))
  const body = fill(question)
  return { content: choices ? { kind: 'choices', body, choices } : { kind: 'text', body }, isAnswerable: isOpen }
}

const standInOf = (connection: WhatsappRow) =>
  findStandIn(connection, {
    templateId: connection.ratingTemplateId ?? null,
    templateVariables: connection.ratingTemplateVariables ?? {},
  })
