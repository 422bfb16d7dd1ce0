import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { placeFields } from './place.ts'

export const DELIVERY_TYPES = ['retirada', 'entrega'] as const
export type DeliveryType = (typeof DELIVERY_TYPES)[number]

/** Amounts are in reais everywhere here. */
export const BudgetItem = z.object({
  productId: Id,
  name: z.string(),
  /** Of one, as it was when the order was made. */
  price: z.number(),
  amount: z.number().int(),
  total: z.number(),
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
})
export type BudgetItem = z.infer<typeof BudgetItem>

/** A line as lists show it. */
const ListedItem = BudgetItem.pick({ name: true, amount: true, total: true })

export const BudgetPayment = z.object({
  /** Id of the payment method. */
  method: Id,
  name: z.string(),
  /** Kind of paying; null when the method was deleted before orders kept it. */
  typePaymentId: Id.nullable(),
  /** Towards the total. */
  value: z.number(),
  /** Handed back, beyond the value. */
  change: z.number(),
  installments: z.number().int(),
})
export type BudgetPayment = z.infer<typeof BudgetPayment>

/** The place of a delivery as it was when the order was made. */
export const DeliveryAddress = z.object({
  id: Id,
  name: z.string(),
  ...placeFields,
})
export type DeliveryAddress = z.infer<typeof DeliveryAddress>

export const AppliedCoupon = z.object({
  /** Null for a name of the pattern LOJA and digits that is no coupon of the company. */
  id: Id.nullable(),
  name: z.string(),
  /** What it took off, freight included. */
  discount: z.number(),
})
export type AppliedCoupon = z.infer<typeof AppliedCoupon>

/** What an order comes to: total = subTotal − discount + freight + increase, never below 0. */
export const orderSums = {
  subTotal: z.number(),
  freight: z.number(),
  discount: z.number(),
  increase: z.number(),
  total: z.number(),
}

/** An order as lists show it. */
export const BudgetRow = z.object({
  id: Id,
  /** The human number, gapless in a company from 1 on; both names say the same. */
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
  /** The seller. */
  userId: Id,
  user: z.object({ id: Id, name: z.string() }),
  emissionDate: Instant,
  ...orderSums,
  /** The freight once more, as the specification's list spells it. */
  freigh: z.number(),
  /** What the payments come to. */
  negotiated: z.number(),
  /** How the delivery was charged: a zone's name, kilometres, or empty. */
  route: z.string(),
  /** How many products; their number summed up. */
  itemCount: z.number().int(),
  /** Its lines, in a list that was asked for them. */
  items: z.array(ListedItem).optional(),
  /** The most instalments of a payment. */
  installments: z.number().int(),
  /** Since when it is cancelled: its stock and its coupons have been given back. */
  canceledAt: Instant.nullable(),
  /** Since when it stands as paid: the first time it came to a status that means so. */
  paidAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type BudgetRow = z.infer<typeof BudgetRow>

export const BUDGET_STEPS = ['create', 'status', 'sent', 'cancel'] as const

/** An order whole. */
export const Budget = BudgetRow.extend({
  typeDelivery: z.enum(DELIVERY_TYPES),
  addressId: Id.nullable(),
  address: DeliveryAddress.nullable(),
  coupons: z.array(AppliedCoupon),
  items: z.array(BudgetItem),
  payments: z.array(BudgetPayment),
  /** What is still to be paid by Pix (reais): 0 without such a payment, once it is paid, and once it is cancelled. */
  pix: z.number(),
  history: z.array(
    z.object({
      at: Instant,
      type: z.enum(BUDGET_STEPS),
      user: z.object({ id: Id, name: z.string() }).nullable(),
      /** Of a step of the kind `status`: where it came to stand. */
      status: z.string().nullable(),
    }),
  ),
})
export type Budget = z.infer<typeof Budget>

/** What an order would come to: the answer to a question, kept nowhere. */
export const Quote = z.object({
  ...orderSums,
  items: z.array(BudgetItem.extend({ stock: z.number().int() })),
  coupons: z.array(AppliedCoupon),
  route: z.string(),
})
export type Quote = z.infer<typeof Quote>
