import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { productVariableOf } from '@balcao/shared/rules/templates/product-variable.ts'
import { toTemplateValue } from '@balcao/shared/rules/templates/template-value.ts'
import type { TemplateVariable } from '@balcao/shared/rules/templates/template-variables.ts'
import { fillVariables, protocolOf } from '@balcao/shared/rules/variables.ts'
import { companyZone } from '#/lib/settings.ts'

/** Returns the values that a ticket has for variables whose names say what they mean. */
export function valuesFrom(
  ticket: Ticket,
  userName: string,
  variables: readonly TemplateVariable[],
  now = Date.now(),
): Record<string, string> {
  const source = {
    contactName: ticket.contact.name,
    protocol: protocolOf(ticket.id, Date.parse(ticket.createdAt), companyZone()),
    queueName: ticket.queue?.name,
    userName,
    now,
    timeZone: companyZone(),
  }
  return Object.fromEntries(
    variables.map(({ name, kind }) => {
      const known = kind === 'text' ? productVariableOf(name) : undefined
      return [name, known ? toTemplateValue(fillVariables(`{{${known}}}`, source)) : '']
    }),
  )
}
