import { dayText } from '@balcao/shared/rules/days.ts'
import { reaisText } from '@balcao/shared/rules/sales/reais-text.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { z } from 'zod'
import { getDefaultCustomerId } from '../../data/customers/default-customer.ts'
import { itemsOf, ofNumber } from '../../data/orders/budget.ts'
import type { BudgetHead } from '../../data/orders/budget-row.ts'
import { knownCustomer } from './known-customer.ts'
import { defineTool, type ToolContext } from './tool.ts'

/**
 * Says where an order of the contact stands. One of somebody else is answered like a number that
 * was never given.
 */
export const orderStatus = defineTool({
  name: 'order_status',
  switch: 'orderStatus',
  needs: 'sales',
  description: 'Diz como está um pedido do próprio cliente, pelo número.',
  parameters: z.object({ number: z.number().int().min(1).max(9_999_999_999).describe('Número do pedido.') }),
  async run(context, { number }) {
    const { companyId, configuration } = context
    const head = await ofNumber(companyId, number)
    if (!head || !(await isTheirOrder(context, head)))
      return { answer: { error: 'not_found', message: 'Este cliente não tem pedido com este número.' } }
    const items = (await itemsOf(companyId, [head.id])).get(head.id) ?? []
    return {
      answer: {
        ok: true,
        number,
        date: dayText(localDay(head.createdAt, configuration.settings.timezone)),
        status: head.canceledAt !== null ? 'cancelado' : (head.status?.name ?? 'recebido'),
        paid: head.paidAt !== null,
        items: items.map(({ name, amount }) => ({ name, amount })),
        total: reaisText(head.total),
      },
    }
  },
})

async function isTheirOrder(context: ToolContext, { contactId, customer }: BudgetHead): Promise<boolean> {
  if (context.ticket.isGroup) return false
  if (contactId === context.ticket.contact.id) return true
  // The default customer stands in for everybody who has no name of their own.
  if ((await knownCustomer(context))?.id !== customer.id) return false
  return customer.id !== (await getDefaultCustomerId(context.companyId))
}
