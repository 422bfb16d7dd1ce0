import { paymentOptions } from '../../data/orders/payment.ts'
import { readCart } from './cart.ts'
import { destinationOf } from './destination.ts'
import { firstNameOf, knownCustomer } from './known-customer.ts'
import { pricedCart } from './priced-cart.ts'
import type { Tool, ToolContext } from './tool.ts'

/**
 * Returns what an agent has to know of the sale before it calls anything: the answers of tools are
 * not among the messages of later replies. One line each; names are quoted, as they are data.
 */
export async function salesFacts(context: ToolContext, tools: readonly Pick<Tool, 'name'>[]): Promise<string[]> {
  const { companyId, store, state } = context
  const has = (name: string) => tools.some(tool => tool.name === name)
  const hasCart = has('add_to_cart')
  const knowsCustomer = hasCart || has('find_customer')
  if (!store) return []
  const [options, cart, customer] = await Promise.all([
    has('finish_order') ? paymentOptions(companyId) : [],
    hasCart
      ? readCart(context)
          .then(({ content }) => pricedCart(context, content))
          .then(priced => priced.cart)
      : undefined,
    knowsCustomer ? knownCustomer(context) : undefined,
  ])
  const payments = options.map(({ id, name }) => ({ paymentId: id, name }))
  const destination = destinationOf(state)
  return [
    `Loja: ${JSON.stringify(store.fantasy || store.name)}`,
    ...(payments.length > 0 ? [`Formas de pagamento: ${JSON.stringify(payments)}`] : []),
    ...(cart ? [`Carrinho agora: ${JSON.stringify(cart)}`] : []),
    ...(knowsCustomer ? [`Cliente cadastrado: ${customer ? JSON.stringify(firstNameOf(customer)) : 'não'}`] : []),
    ...(destination ? [`CEP da entrega: ${destination.zipCode}${destination.number ? '' : ', falta o número'}`] : []),
  ]
}
