import type { CustomerRow } from '../../data/customers/customer-row.ts'
import { changeCart, readCart } from './cart.ts'
import { storeKeptDestination, withoutDestination } from './destination.ts'
import type { ToolContext, ToolState } from './tool.ts'

/**
 * Takes somebody as the customer of the conversation: the cart that has none gets them, with the
 * destination that was quoted before. Returns the state that follows.
 */
export async function adoptCustomer(context: ToolContext, { id }: Pick<CustomerRow, 'id'>): Promise<ToolState> {
  const address = await storeKeptDestination(context, id)
  const after = { ...(address ? withoutDestination(context.state) : context.state), customerId: id }
  const { content } = await readCart(context)
  if (!content || (content.customerId !== null && (content.customerId !== id || !address))) return after
  await changeCart(context, before =>
    before.customerId === null || before.customerId === id
      ? { ...before, customerId: id, ...(address ? { typeDelivery: 'entrega', addressId: address.id } : {}) }
      : before,
  )
  return after
}
