import { orderText, pixPartText } from '@balcao/shared/rules/sales/order-text.ts'
import { toWireBudget, type WholeBudget } from '../data/orders/budget-row.ts'
import { orderPix } from './order-pix.ts'

/**
 * Returns the messages that tell a customer of an order: its text, and its Pix code as a message of
 * its own, so that a phone can copy it, after a message that says which part it pays when the
 * payment is split. Customers are served in Portuguese, whatever the language of the attendant's
 * screen.
 * @throws what `orderPix` throws
 */
export async function orderTexts(
  order: WholeBudget,
  { text, pix }: { text: boolean; pix: boolean },
): Promise<string[]> {
  const code = pix ? await orderPix(order) : undefined
  return [
    ...(text ? [orderText(toWireBudget(order), 'pt')] : []),
    ...(code && code.cents < order.head.total ? [pixPartText(toWireBudget(order), 'pt')] : []),
    ...(code ? [code.qrcode] : []),
  ]
}
