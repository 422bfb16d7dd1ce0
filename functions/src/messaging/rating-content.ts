/** The question for a rating, in a form that its connection may send now. */
import type { Settings } from '@balcao/shared/entities/setting.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { isWindowOpen } from '@balcao/shared/rules/customer-window.ts'
import { menuFormOf } from '@balcao/shared/rules/inbound/menu-form-of.ts'
import { ratingQuestion } from '@balcao/shared/rules/rating.ts'
import { productVariableOf } from '@balcao/shared/rules/templates/product-variable.ts'
import { unfilledVariables } from '@balcao/shared/rules/templates/sending-components.ts'
import { templateVariables } from '@balcao/shared/rules/templates/template-variables.ts'
import type { TemplateRow } from '../data/channels/template.ts'
import { getWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { fillText } from './fill-text.ts'
import { fillTemplateVariables, templateContent, templateFor } from './template-content.ts'
import { unfilledVariablesError } from './unfilled-variables-error.ts'

type Values = Readonly<Record<string, string>>

/**
 * Returns the values of a rating's template: what the connection says, else the product's variable
 * that the template's own means by its name.
 */
function valuesOf({ components }: TemplateRow, given: Values): Record<string, string> {
  const usual = templateVariables(components).flatMap(({ name, kind }) => {
    const known = kind === 'text' ? productVariableOf(name) : undefined
    return known ? [[name, `{{${known}}}`]] : []
  })
  return { ...(Object.fromEntries(usual) as Values), ...given }
}

/**
 * Requires that a connection can ask for a rating by a template.
 * @throws ERR_CHANNEL_UNSUPPORTED, ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_VARIABLES
 */
export async function requireRatingTemplate(connection: WhatsappRow, templateId: string, given: Values): Promise<void> {
  const template = await templateFor(connection, templateId)
  const values = valuesOf(template, given)
  const missing = unfilledVariables(template.components, values)
  if (missing.length > 0) throw unfilledVariablesError(missing, 'ratingTemplateVariables', values)
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
  const { companyId, whatsapp, windowUntil } = ticket
  const connection = await getWhatsapp(companyId, whatsapp.id)
  const isOpen = typeof windowUntil !== 'number' || isWindowOpen(windowUntil, now)
  const template = isOpen || !connection ? undefined : await templateOf(connection, ticket, settings, now)
  if (template) return { content: template, isAnswerable: true }
  const provider = connection?.provider ?? 'web'
  const { text: question, choices } = ratingQuestion(text, menuFormOf({ connection: { provider }, settings }))
  const body = fillText(question, ticket, settings, now)
  return { content: choices ? { kind: 'choices', body, choices } : { kind: 'text', body }, isAnswerable: isOpen }
}

/** Returns the connection's template, filled; undefined if it has none that can be sent. */
async function templateOf(
  connection: WhatsappRow,
  ticket: TicketRow,
  settings: Settings,
  now: number,
): Promise<OutboundContent | undefined> {
  const { ratingTemplateId, ratingTemplateVariables = {} } = connection
  if (!ratingTemplateId) return undefined
  try {
    const template = await templateFor(connection, ratingTemplateId)
    const values = valuesOf(template, ratingTemplateVariables)
    return templateContent(
      template,
      fillTemplateVariables(values, each => fillText(each, ticket, settings, now)),
    )
  } catch (error) {
    // Deleted or paused since, or a value is empty: the failed question says that it did not go.
    if (error instanceof AppError) return undefined
    throw error
  }
}
