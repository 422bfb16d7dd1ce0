import { fields } from '@balcao/shared/api/company/fields.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { fieldText } from '@balcao/shared/rules/custom-fields/field-text.ts'
import { fieldVariable, type MoreValues } from '@balcao/shared/rules/variables.ts'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'

/**
 * Returns the values of the variables of custom fields: of fields with one name that of the ticket,
 * else of its contact, else of their customer.
 */
export async function fieldValuesOf(ticket: Ticket): Promise<MoreValues> {
  const [all, contact] = await Promise.all([
    fetchOrCached(queryClient, apiQuery(fields.listAll)),
    fetchOrCached(queryClient, apiQuery(contacts.get, { params: { id: ticket.contactId } })),
  ])
  const customer =
    contact.customerId && all.some(({ on }) => on === 'customer')
      ? await fetchOrCached(queryClient, apiQuery(customers.get, { params: { id: contact.customerId } }))
      : null
  const values: Record<string, string> = {}
  const rows = { customer: customer?.fields, contact: contact.fields, ticket: ticket.fields }
  for (const on of ['customer', 'contact', 'ticket'] as const)
    for (const { id, name, type } of all.filter(field => field.on === on)) {
      const value = rows[on]?.[id]
      const text = value === undefined ? '' : fieldText(type, value)
      values[fieldVariable(name)] = text || (values[fieldVariable(name)] ?? '')
    }
  return values
}
