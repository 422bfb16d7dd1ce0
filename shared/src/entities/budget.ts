import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { placeFields } from './place.ts'

export const FREIGHT_TYPES = ['retirada', 'entrega'] as const
export type FreightType = (typeof FREIGHT_TYPES)[number]

/** Line of an order. Amounts are in reais everywhere in this file. */
export const BudgetItem = z.object({
  productId: Id,
  name: z.string(),
  /** Unit price at the time of the order. */
  price: z.number(),
  amount: z.number().int(),
  total: z.number(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
})
export type BudgetItem = z.infer<typeof BudgetItem>

/** Line as lists show it. */
const ListedItem = BudgetItem.pick({ name: true, amount: true, total: true })

export const BudgetPayment = z.object({
  /** Id of the payment method. */
  method: Id,
  name: z.string(),
  /** Payment kind; null if the method was deleted before orders stored it. */
  typePaymentId: Id.nullable(),
  /** Amount that counts towards the total. */
  value: z.number(),
  /** Change returned beyond the value. */
  change: z.number(),
  installments: z.number().int(),
})
export type BudgetPayment = z.infer<typeof BudgetPayment>

/** Address of a delivery at the time of the order. */
export const FreightAddress = z.object({
  id: Id,
  name: z.string(),
  ...placeFields,
})
export type FreightAddress = z.infer<typeof FreightAddress>

export const AppliedCoupon = z.object({
  /** Null for a name of the pattern LOJA and digits that is no coupon of the company. */
  id: Id.nullable(),
  name: z.string(),
  /** Discount with freight. */
  discount: z.number(),
})
export type AppliedCoupon = z.infer<typeof AppliedCoupon>

/** Sums of an order: total = subTotal − discount + freight + increase, never below 0. */
export const orderSums = {
  subTotal: z.number(),
  freight: z.number(),
  discount: z.number(),
  increase: z.number(),
  total: z.number(),
}

/** Order as lists show it. */
export const BudgetRow = z.object({
  id: Id,
  /** Number that people use, gapless in a company from 1 on; both names have the same value. */
  number: z.number().int(),
  numero: z.number().int(),
  ticketId: Id.nullable(),
  contactId: Id.nullable(),
  storeId: Id,
  store: z.object({ id: Id, name: z.string() }),
  customerId: Id,
  customer: z.object({ id: Id, fullName: z.string() }),
  statusBudGetId: Id.nullable(),
  statusBudGet: z.object({ id: Id, name: z.string() }).nullable(),
  /** Seller. */
  userId: Id,
  user: z.object({ id: Id, name: z.string() }),
  emissionDate: Instant,
  ...orderSums,
  /** Freight again, as the specification's list spells it. */
  freigh: z.number(),
  /** Sum of the payments. */
  negotiated: z.number(),
  /** Method by which the delivery was charged: a zone's name, kilometres, or empty. */
  route: z.string(),
  /** Number of products, and the sum of their quantities. */
  itemCount: z.number().int(),
  /** Lines, in a list that was asked for them. */
  items: z.array(ListedItem).optional(),
  /** Highest number of instalments of a payment. */
  installments: z.number().int(),
  /** Time of the cancellation, which returned its stock and its coupons. */
  canceledAt: Instant.nullable(),
  /** Time at which the order first got a status that means paid. */
  paidAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type BudgetRow = z.infer<typeof BudgetRow>

export const ORDER_EVENTS = ['create', 'status', 'sent', 'cancel'] as const

/** Complete order. */
export const Budget = BudgetRow.extend({
  typeDelivery: z.enum(FREIGHT_TYPES),
  addressId: Id.nullable(),
  address: FreightAddress.nullable(),
  coupons: z.array(AppliedCoupon),
  items: z.array(BudgetItem),
  payments: z.array(BudgetPayment),
  /**
   * Amount still to be paid by Pix (reais): 0 without such a payment, once it is paid, and once it
   * is cancelled.
   */
  pix: z.number(),
  history: z.array(
    z.object({
      at: Instant,
      type: z.enum(ORDER_EVENTS),
      user: z.object({ id: Id, name: z.string() }).nullable(),
      /** New status, in a step of the kind `status`. */
      status: z.string().nullable(),
    }),
  ),
})
export type Budget = z.infer<typeof Budget>

/** Quote of an order; it is not stored. */
export const Quote = z.object({
  ...orderSums,
  items: z.array(BudgetItem.extend({ stock: z.number().int() })),
  coupons: z.array(AppliedCoupon),
  route: z.string(),
})
export type Quote = z.infer<typeof Quote>
