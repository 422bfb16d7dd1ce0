import { getPlan } from '@balcao/shared/api/company/get-plan.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { reaisText } from '@balcao/shared/rules/sales/reais-text.ts'
import { type OrderVariable, orderVariableOf } from '@balcao/shared/rules/templates/product-variable.ts'
import { toTemplateValue } from '@balcao/shared/rules/templates/template-value.ts'
import type { TemplateVariable } from '@balcao/shared/rules/templates/template-variables.ts'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'

/** Maximum number of a customer's orders that are read. */
const LATEST = 10

/**
 * Returns the values that an order has for variables whose names say so: the latest order of the
 * ticket, else of the contact's customer. None without an order, and where it cannot be read.
 */
export async function orderValues(
  { id, contactId }: Pick<Ticket, 'id' | 'contactId'>,
  companyId: string,
  variables: readonly TemplateVariable[],
): Promise<Record<string, string>> {
  const asked = variables.flatMap(({ name, kind }) => {
    const known = kind === 'text' ? orderVariableOf(name) : undefined
    return known ? [[name, known] as const] : []
  })
  if (asked.length === 0) return {}
  const order = await latestOrder(id, contactId, companyId).catch(() => undefined)
  if (!order) return {}
  const values: Record<OrderVariable, string> = {
    number: String(order.number),
    total: reaisText(toCents(order.total)),
    status: order.statusBudGet?.name ?? '',
  }
  return Object.fromEntries(asked.map(([name, known]) => [name, toTemplateValue(values[known])]))
}

async function latestOrder(ticketId: string, contactId: string, companyId: string) {
  const { useSales } = await fetchOrCached(queryClient, apiQuery(getPlan, { params: { companyId } }))
  if (!useSales) return undefined
  const { customerId } = await fetchOrCached(queryClient, apiQuery(contacts.get, { params: { id: contactId } }))
  if (customerId === null) return undefined
  // Not from the cache: an order may have been made a moment ago.
  const { budGets } = await api(budgets.list, { query: { customerId, limit: LATEST } })
  return budGets.find(order => order.ticketId === ticketId) ?? budGets[0]
}
