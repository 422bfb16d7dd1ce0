import { reaisText } from '@balcao/shared/rules/sales/reais-text.ts'
import { z } from 'zod'
import { findZipPlace } from '../../sales/find-zip-place.ts'
import { type Cart, changeCart, readCart, refuse } from './cart.ts'
import {
  type Destination,
  isWhole,
  passingAddress,
  storeDestination,
  withDestination,
  withoutDestination,
} from './destination.ts'
import { knownCustomer } from './known-customer.ts'
import { decideCart } from './priced-cart.ts'
import { withToldTotal } from './told-total.ts'
import { defineTool, type ToolContext } from './tool.ts'

/** Tells what a delivery costs, and keeps where it goes to. */
export const quoteDelivery = defineTool({
  name: 'quote_delivery',
  switch: 'delivery',
  needs: 'store',
  description:
    'Diz quanto custa entregar o carrinho em um CEP, e guarda o endereço da entrega. Para finalizar um pedido com entrega é preciso o número da casa.',
  parameters: z.object({
    zipCode: z.string().max(20).describe('CEP, com oito dígitos.'),
    number: z.string().trim().max(30).optional().describe('Número da casa ou do prédio, quando o cliente o disse.'),
  }),
  async run(context, { zipCode, number = '' }) {
    const { companyId, prompt, store } = context
    const place = await findZipPlace(zipCode, prompt.id)
    const destination: Destination = { place, number }
    const { content } = await readCart(context)
    const empty = { storeId: store!.id, customerId: null, itens: [], coupon: [] }
    const delivered = {
      ...(content ?? empty),
      storeId: content?.storeId ?? store!.id,
      typeDelivery: 'entrega' as const,
    }
    // The quote is of this place, whatever address the cart has.
    const { freight, total } = await decideCart(
      companyId,
      { ...delivered, addressId: null },
      passingAddress(destination),
    )
    const isStored = await putInto(context, content, destination)
    const isOrder = content !== undefined && content.itens.length > 0
    const { address, neighborhood, city, state } = place
    return {
      answer: {
        ok: true,
        place: [address, neighborhood, `${city}/${state}`].filter(Boolean).join(', '),
        freight: reaisText(freight),
        ...(isOrder ? { totalWithFreight: reaisText(total) } : {}),
        ...(number === '' ? { missing: 'Falta o número da casa para finalizar o pedido.' } : {}),
        ...(number !== '' && !isWhole(destination)
          ? { missing: 'O CEP não diz a rua: para finalizar com entrega, transfira para uma pessoa.' }
          : {}),
      },
      state: withToldTotal(
        {
          ...context,
          state: isStored ? withoutDestination(context.state) : withDestination(context.state, destination),
        },
        isOrder ? total : undefined,
      ),
    }
  },
})

/**
 * Puts the destination into the cart as an address of the contact's own customer, once both are
 * known: a customer that an attendant chose gets no address of somebody else. Returns whether it
 * did.
 */
async function putInto(context: ToolContext, content: Cart['content'], destination: Destination): Promise<boolean> {
  const customerId = (await knownCustomer(context))?.id
  if (customerId === undefined || (content && (content.customerId ?? customerId) !== customerId)) return false
  const address = await storeDestination(context, customerId, destination)
  if (!address) return false
  const cart = await changeCart(context, before =>
    before.customerId === null || before.customerId === customerId
      ? { ...before, customerId, typeDelivery: 'entrega', addressId: address.id }
      : OTHER_CUSTOMER,
  )
  return !('refused' in cart)
}

const OTHER_CUSTOMER = refuse('needs_person', 'O carrinho é de outro cliente.')
