import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { AppError, errorText } from '@balcao/shared/errors.ts'
import { lineTotal } from '@balcao/shared/rules/sales/order-totals.ts'
import { reaisText } from '@balcao/shared/rules/sales/reais-text.ts'
import type { DraftContent } from '../../data/tickets/draft-row.ts'
import { type Decision, decideOrder, shortIn } from '../../sales/decide-order.ts'
import { readOrderInputs } from '../../sales/read-order-inputs.ts'
import { destinationOf } from './destination.ts'
import { withToldTotal } from './told-total.ts'
import type { ToolContext } from './tool.ts'

/** Fields of a cart that decide its total. */
type Priced = Pick<DraftContent, 'storeId' | 'customerId' | 'itens' | 'typeDelivery' | 'addressId' | 'coupon'>

/**
 * Decides what a cart comes to now, by the same rules as an order.
 * @param passing destination that is no address of a customer
 * @throws what `decideOrder` and `readOrderInputs` throw
 */
export async function decideCart(
  companyId: string,
  { storeId, customerId, itens, typeDelivery, addressId, coupon }: Priced,
  passing?: CustomerAddress,
): Promise<Decision> {
  const asked = {
    storeId: storeId!,
    customerId,
    itens: itens.map(({ productId, amount }) => ({ productId, amount })),
    typeDelivery: typeDelivery ?? 'retirada',
    addressId,
    coupon,
  }
  return decideOrder(await readOrderInputs(companyId, asked, passing), asked)
}

/**
 * Decides what a cart comes to, delivered to the conversation's destination if it has no address.
 */
export function decideWithDestination(
  { companyId, state }: Pick<ToolContext, 'companyId' | 'state'>,
  content: Priced,
): Promise<Decision> {
  const passing = content.addressId === null ? destinationOf(state) : undefined
  return decideCart(companyId, passing ? { ...content, typeDelivery: 'entrega' } : content, passing)
}

/** A cart as the model reads it, and its total in cents; undefined where it comes to nothing. */
type PricedCart = { cart: { items: object[]; [field: string]: unknown }; total: number | undefined }

/**
 * Returns a cart as the model reads it: every amount as a text that may be said as it is. Where the
 * order could not be made so (a coupon that ran out, an address nobody delivers to), it says why,
 * and what the cart comes to without freight and coupons, if it comes to anything.
 */
export async function pricedCart(context: ToolContext, content: DraftContent | undefined): Promise<PricedCart> {
  // No total: an agent that is asked for a free order shall have no zero to name.
  if (!content || content.itens.length === 0) return { cart: { items: [] }, total: undefined }
  try {
    return shown(await decideWithDestination(context, content))
  } catch (error) {
    const problem = problemIn(error)
    const plain: Priced = { ...content, typeDelivery: 'retirada', addressId: null, coupon: [] }
    return decideCart(context.companyId, plain).then(
      decision => shown(decision, problem),
      worse => ({ cart: { ...unpriced(content), problem: problemIn(worse) }, total: undefined }),
    )
  }
}

/** Returns what a tool that answers the cart answers, with the state that its total makes. */
export async function cartAnswer(context: ToolContext, content: DraftContent | undefined) {
  const { cart, total } = await pricedCart(context, content)
  return { answer: { ok: true as const, cart }, state: withToldTotal(context, total) }
}

/** Returns the text of a refusal; a fault of our own is thrown. */
function problemIn(error: unknown): string {
  if (!(error instanceof AppError)) throw error
  return errorText(error.code, 'pt')
}

/** Returns the lines of a cart that has no total: one of its products is not sold any more. */
const unpriced = ({ itens }: Priced) => ({
  items: itens.map(({ productId, name, amount }) => ({ productId, name, amount })),
})

function shown(
  { items, subTotal, freight, discount, total, address, coupons }: Decision,
  problem?: string,
): PricedCart {
  const outOfStock = shortIn(items)
  const cart = {
    items: items.map(item => ({
      productId: item.productId,
      name: item.name,
      amount: item.amount,
      price: reaisText(item.price),
      total: reaisText(lineTotal(item)),
    })),
    subTotal: reaisText(subTotal),
    ...(address ? { freight: reaisText(freight) } : {}),
    ...(discount > 0 ? { discount: reaisText(discount), coupons: coupons.map(({ name }) => name) } : {}),
    total: reaisText(total),
    ...(outOfStock.length > 0 ? { outOfStock } : {}),
    ...(problem === undefined ? {} : { problem }),
  }
  return { cart, total }
}
