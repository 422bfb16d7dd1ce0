import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { toWireCoupon, toWireItem } from '../../../data/orders/budget-row.ts'
import { decideOrder } from '../../../sales/decide-order.ts'
import { readOrderInputs } from '../../../sales/read-order-inputs.ts'
import { visibleTicket } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'

/** Quotes an order. A lack of stock is no refusal: each item carries its stock. */
export const quoteBudget: Operations['budgets']['quote'] = async (ctx, { body }) => {
  if (body.ticketId !== null) await visibleTicket(ctx, body.ticketId)
  const decision = decideOrder(await readOrderInputs(ctx.companyId, body), body)
  const { subTotal, freight, discount, increase, total, route } = decision
  return {
    subTotal: toReais(subTotal),
    freight: toReais(freight),
    discount: toReais(discount),
    increase: toReais(increase),
    total: toReais(total),
    items: decision.items.map(({ row, ...item }) => ({ ...toWireItem(item), stock: row.stock })),
    coupons: decision.coupons.map(toWireCoupon),
    route,
  }
}
