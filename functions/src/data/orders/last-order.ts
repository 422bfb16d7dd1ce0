/** Last order of each contact: what the next order of the same contact begins with. */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { queryItems } from '../table/query-items.ts'
import { put, remove, type Write } from '../table/transact.ts'
import { type BudgetHead, HEADS, toHead } from './budget-row.ts'

const LAST_ORDERS = defineRow({
  kind: 'contactOrder',
  key: { pk: '${companyId}#contact-order#${contactId}', sk: 'last' },
  content: z.object({ companyId: z.string(), contactId: z.string(), budgetId: z.string() }),
  keyOnly: ['companyId', 'contactId'],
  unmarked: true,
})

/** Returns a write that notes an order as its contact's last one; none without a contact. */
export const lastOrderWrites = ({ companyId, id, contactId }: Pick<BudgetHead, 'companyId' | 'id' | 'contactId'>) =>
  contactId === null ? [] : [put('contactOrder', LAST_ORDERS.put({ companyId, contactId, budgetId: id }))]

/** Returns the write that forgets the last order of a deleted contact. */
export const lastOrderRemoval = (companyId: string, contactId: string): Write =>
  remove('contactOrder', LAST_ORDERS.delete({ companyId, contactId }))

/** Returns the id of a contact's last order. Costs half a read unit. */
export const lastOrderOf = async (companyId: string, contactId: string): Promise<string | undefined> =>
  (await LAST_ORDERS.get({ companyId, contactId }))?.budgetId

/** Returns a customer's newest order, cancelled or not. Costs half a read unit. */
export async function newestOrderOf(companyId: string, customerId: string): Promise<BudgetHead | undefined> {
  const query = HEADS.queryIndex('gsi3', { companyId, customerId })
  const { items } = await queryItems<object>(query, 1, { attributes: HEADS.attributes })
  return items[0] && toHead(items[0])
}

/**
 * Returns the writes that give a contact the last order of another one, if it has none of its own.
 */
export async function copyLastOrder(companyId: string, fromId: string, toId: string): Promise<Write[]> {
  const [from, to] = await Promise.all([lastOrderOf(companyId, fromId), lastOrderOf(companyId, toId)])
  return from && !to ? lastOrderWrites({ companyId, id: from, contactId: toId }) : []
}

/** Returns the writes that take such a copy back. */
export async function dropLastOrderCopy(companyId: string, fromId: string, toId: string): Promise<Write[]> {
  const [from, to] = await Promise.all([lastOrderOf(companyId, fromId), lastOrderOf(companyId, toId)])
  return from && from === to ? [lastOrderRemoval(companyId, toId)] : []
}
