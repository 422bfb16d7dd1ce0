/**
 * Templates that stand in for a text that leaves by itself (a rating, a birthday, an order's
 * status), once an official number's window has closed.
 */

import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { isWindowOpen } from '@balcao/shared/rules/customer-window.ts'
import { messageWindow } from '@balcao/shared/rules/message-window.ts'
import { productVariableOf } from '@balcao/shared/rules/templates/product-variable.ts'
import type { TemplateChoice } from '@balcao/shared/rules/templates/template-choice.ts'
import { templateVariables } from '@balcao/shared/rules/templates/template-variables.ts'
import type { TemplateRow } from '../data/channels/template.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { requireSendableTemplate } from './require-sendable-template.ts'
import { fillTemplateVariables, templateContent, templateFor } from './template-content.ts'

type Values = Readonly<Record<string, string>>

/** Template of a connection and the values of its variables. */
export type StandIn = { template: TemplateRow; values: Values }

/**
 * Returns the values of a stand-in's template: what was given, else the product's variable that the
 * template's own means by its name.
 */
function valuesOf({ components }: TemplateRow, given: Values): Record<string, string> {
  const usual = templateVariables(components).flatMap(({ name, kind }) => {
    const known = kind === 'text' ? productVariableOf(name) : undefined
    return known ? [[name, `{{${known}}}`]] : []
  })
  return { ...(Object.fromEntries(usual) as Values), ...given }
}

/**
 * Requires that a template can stand in, with these values.
 * @param field field of the call that holds the values
 * @throws ERR_TEMPLATE_KIND, ERR_TEMPLATE_NOT_APPROVED, ERR_TEMPLATE_VARIABLES
 */
export function requireStandIn(template: TemplateRow, given: Values, field: string): void {
  requireSendableTemplate(template, valuesOf(template, given), field)
}

/**
 * Returns what stands in for a text on a connection; undefined if nothing was chosen, the template
 * was deleted since, or it belongs to another business account.
 */
export async function findStandIn(
  connection: WhatsappRow,
  { templateId, templateVariables = {} }: Partial<TemplateChoice>,
): Promise<StandIn | undefined> {
  if (!templateId) return undefined
  try {
    const template = await templateFor(connection, templateId)
    return { template, values: valuesOf(template, templateVariables) }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/**
 * Returns whether a text that leaves by itself reaches the ticket's contact at a time (epoch ms).
 */
export const isTextAllowed = ({ contact, lastContactAt, windowUntil }: TicketRow, now: number): boolean =>
  contact.channel
    ? messageWindow(lastContactAt ?? null, now) === 'open'
    : typeof windowUntil !== 'number' || isWindowOpen(windowUntil, now)

/**
 * Returns the message of a stand-in, its variables filled; undefined without one, and where it
 * cannot be sent: it is paused, or a value is empty.
 */
export function standInContent(
  standIn: StandIn | undefined,
  fill: (text: string) => string,
): OutboundContent | undefined {
  if (!standIn) return undefined
  try {
    return templateContent(standIn.template, fillTemplateVariables(standIn.values, fill))
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/**
 * Returns a text for a ticket, filled, or what stands in for it while the window is closed. Without
 * a stand-in the text cannot arrive: it is sent all the same, and fails where people see it.
 */
export function textOrStandIn(
  ticket: TicketRow,
  text: string,
  standIn: StandIn | undefined,
  fill: (text: string) => string,
  now: number,
): OutboundContent {
  const content = isTextAllowed(ticket, now) ? undefined : standInContent(standIn, fill)
  return content ?? { kind: 'text', body: fill(text) }
}
