/**
 * Totals of an order (decision 0021). Rows are in reais, as on the wire; all other amounts in this
 * folder are in cents. A refusal is a value, `{ refused: code, … }`: a form shows it and the server
 * answers it. `'refused' in result` distinguishes it from a result.
 */
import { toCents } from './money.ts'

/** Largest amount of the API contract: 99,999,999.99 reais, in cents. */
export const MAX_AMOUNT = 9_999_999_999

/**
 * Returns the unit price in cents, of prices in reais: the promotion price replaces the selling
 * price while it is above 0.
 */
export const priceOf = ({ sellingPrice, promotionPrice }: { sellingPrice: number; promotionPrice: number }): number =>
  toCents(promotionPrice > 0 ? promotionPrice : sellingPrice)

export type OrderLine = {
  /** Unit price in cents. */
  price: number
  /** Quantity, a whole number. */
  amount: number
}

export const lineTotal = ({ price, amount }: OrderLine): number => price * amount

export const subTotalOf = (lines: readonly OrderLine[]): number => lines.reduce((sum, line) => sum + lineTotal(line), 0)

export type OrderAmounts = { subTotal: number; discount: number; freight: number; increase: number }
export type OrderTotals = OrderAmounts & { total: number }

/** Returns the total, never below 0. Refused if an amount of the order exceeds the largest. */
export function orderTotals(amounts: OrderAmounts): OrderTotals | { refused: 'ERR_ORDER_TOO_LARGE' } {
  const { subTotal, discount, freight, increase } = amounts
  const total = Math.max(0, subTotal - discount + freight + increase)
  if (Math.max(subTotal, discount, freight, increase, total) > MAX_AMOUNT) return { refused: 'ERR_ORDER_TOO_LARGE' }
  return { subTotal, discount, freight, increase, total }
}
