/**
 * Computes what an order amounts to from data already read: the same for a quote and for a
 * checkout. Nothing is read or written here. Rows are in reais, as on the wire; the result is in
 * cents.
 */
import type { FreightAddress, FreightType } from '@balcao/shared/entities/budget.ts'
import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import type { PaymentOption } from '@balcao/shared/entities/payment.ts'
import type { FreightMethod } from '@balcao/shared/entities/rate.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { applyCoupons, type CouponTerms } from '@balcao/shared/rules/sales/coupons.ts'
import { type FreightQuestion, freightOf } from '@balcao/shared/rules/sales/freight.ts'
import { toCents, toReais } from '@balcao/shared/rules/sales/money.ts'
import {
  lineTotal,
  type OrderTotals,
  orderTotals,
  priceOf,
  subTotalOf,
} from '@balcao/shared/rules/sales/order-totals.ts'
import { checkPayments } from '@balcao/shared/rules/sales/payments.ts'
import type { ProductStoreRow } from '../data/catalog/product-store.ts'
import type { BudgetLines } from '../data/orders/budget-row.ts'

/** Data that an order is decided on. */
export type OrderInputs = {
  store: Pick<Store, 'id' | 'name' | 'isActive' | 'latitude' | 'longitude'>
  /** The store's products, by product id. */
  products: ReadonlyMap<string, ProductStoreRow>
  /** Address of a delivery. */
  address: CustomerAddress | null
  freightMethod: FreightMethod
  rates: FreightQuestion['rates']
  zones: FreightQuestion['zones']
  places: FreightQuestion['places']
  coupons: readonly CouponTerms[]
  /** The customer's orders per coupon id. */
  couponUses: Readonly<Record<string, number>>
  storePattern: boolean
  now: Date
}

/** Amounts in reais that the caller was shown; a missing one was not shown. */
type ShownSums = { [Name in keyof OrderTotals]?: number | undefined }
type ShownItem = { price?: number | undefined; total?: number | undefined }

/** The requested order. */
export type AskedOrder = ShownSums & {
  itens: readonly ({ productId: string; amount: number } & ShownItem)[]
  typeDelivery: FreightType
  coupon: string | readonly string[] | null
}

export type OrderItem = BudgetLines['items'][number] & { row: ProductStoreRow }

/** The computed order, in cents. */
export type Decision = OrderTotals & {
  items: OrderItem[]
  coupons: BudgetLines['coupons']
  address: FreightAddress | null
  route: string
}

/** Returns the names of coupons as typed: one, several or none. */
export const couponNames = (coupon: AskedOrder['coupon']): readonly string[] =>
  typeof coupon === 'string' ? [coupon] : (coupon ?? [])

/**
 * Decides an order.
 * @throws ERR_STORE_INACTIVE, ERR_NO_PRODUCT_FOUND and ERR_PRODUCT_INACTIVE (`productId`), the
 * errors of freight and of coupons (`coupon`), ERR_ORDER_TOO_LARGE, and ERR_PRICE_CHANGED with the
 * current amounts, in reais, when the caller was shown others
 */
export function decideOrder(inputs: OrderInputs, asked: AskedOrder): Decision {
  if (!inputs.store.isActive) throw new AppError('ERR_STORE_INACTIVE')
  const items = asked.itens.map(({ productId, amount }) => itemOf(inputs.products.get(productId), productId, amount))
  const subTotal = subTotalOf(items)
  const { typeDelivery } = asked
  const address = typeDelivery === 'entrega' ? inputs.address : null
  const carried = freightOf({ ...inputs, method: inputs.freightMethod, typeDelivery, subTotal, address })
  if ('refused' in carried) throw new AppError(carried.refused)
  const { freight, route } = carried
  const given = applyCoupons({
    names: couponNames(asked.coupon),
    coupons: inputs.coupons,
    lines: items.map(item => ({ categoryId: item.row.categoryId, cents: lineTotal(item) })),
    freight,
    storeId: inputs.store.id,
    address,
    now: inputs.now,
    uses: inputs.couponUses,
    storePattern: inputs.storePattern,
  })
  if ('refused' in given) throw new AppError(given.refused, { data: { coupon: given.coupon } })
  const totals = orderTotals({ subTotal, discount: given.discount, freight, increase: 0 })
  if ('refused' in totals) throw new AppError(totals.refused)
  const decision = { ...totals, items, coupons: given.applied, address: address && placeOf(address), route }
  assertShown(decision, asked)
  return decision
}

function itemOf(row: ProductStoreRow | undefined, productId: string, amount: number): OrderItem {
  if (!row) throw new AppError('ERR_NO_PRODUCT_FOUND', { data: { productId } })
  if (!row.isActive) throw new AppError('ERR_PRODUCT_INACTIVE', { data: { productId, name: row.name } })
  const { name, mediaPath, mediaName } = row
  return { productId, name, price: priceOf(row), amount, mediaPath, mediaName, row }
}

const placeOf = ({ id, name, zipCode, address, number, complement, neighborhood, city, state }: CustomerAddress) => ({
  id,
  name,
  zipCode,
  address,
  number,
  complement,
  neighborhood,
  city,
  state,
})

const SUMS = ['subTotal', 'freight', 'discount', 'increase', 'total'] as const

const differs = (shown: number | undefined, cents: number): boolean => shown !== undefined && toCents(shown) !== cents

/** Compares the amounts the caller was shown; they are never used. */
function assertShown(decision: Decision, asked: AskedOrder): void {
  const { items } = decision
  const same =
    SUMS.every(name => !differs(asked[name], decision[name])) &&
    asked.itens.every(
      ({ price, total }, i) => !differs(price, items[i]!.price) && !differs(total, lineTotal(items[i]!)),
    )
  if (same) return
  throw new AppError('ERR_PRICE_CHANGED', {
    data: {
      ...Object.fromEntries(SUMS.map(name => [name, toReais(decision[name])])),
      items: items.map(item => ({
        productId: item.productId,
        name: item.name,
        price: toReais(item.price),
        amount: item.amount,
        total: toReais(lineTotal(item)),
      })),
    },
  })
}

/** Returns the items of which there is not enough, with the stock of each. */
export const shortIn = (items: readonly OrderItem[]) =>
  items
    .filter(({ amount, row }) => amount > row.stock)
    .map(({ productId, name, row }) => ({ productId, name, stock: row.stock }))

/**
 * Requires enough stock.
 * @throws ERR_OUT_OF_STOCK with the items that are short, and the stock of each
 */
export function assertInStock({ items }: Decision): void {
  const short = shortIn(items)
  if (short.length > 0) throw new AppError('ERR_OUT_OF_STOCK', { data: { items: short } })
}

const CHANGE_REFUSALS: ReadonlySet<string> = new Set(['ERR_PAYMENT_CHANGE', 'ERR_PAYMENT_CHANGE_TOO_HIGH'])

type AskedPayment = { method: string; value: number; change: number; installments: number }

export type DecidedPayments = { negotiated: number; installments: number; payments: BudgetLines['payments'] }

/**
 * Decides how an order is paid, in cents; requested amounts are in reais.
 * @throws the errors of payments, with the total and the index of the payment, counted from 0
 * (`payment`)
 */
export function decidePayments(
  total: number,
  asked: readonly AskedPayment[],
  options: readonly PaymentOption[],
): DecidedPayments {
  const parts = asked.map(({ method, value, change, installments }) => ({
    method,
    value: toCents(value),
    change: toCents(change),
    installments,
  }))
  const paid = checkPayments({ total, payments: parts, options })
  if ('refused' in paid)
    throw new AppError(paid.refused, {
      data: { total: toReais(total), payment: paid.place },
      ...(paid.place !== null && CHANGE_REFUSALS.has(paid.refused)
        ? { details: [{ path: `payments.${paid.place}.change`, code: paid.refused }] }
        : {}),
    })
  const methods = new Map(options.map(option => [option.id, option]))
  return {
    negotiated: paid.negotiated,
    installments: paid.installments,
    payments: parts.map(part => ({
      ...part,
      name: methods.get(part.method)?.name ?? '',
      typePaymentId: methods.get(part.method)?.typePayment.id ?? null,
    })),
  }
}
