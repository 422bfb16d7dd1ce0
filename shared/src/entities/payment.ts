import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

/** A kind of paying, the same in every company (rules/sales/type-payments.ts). */
export const TypePayment = z.object({
  id: Id,
  /** What it is called: Dinheiro, Pix. */
  code: z.string(),
  /** Change is handed back. */
  change: z.boolean(),
  /** May be paid in instalments. */
  installments: z.boolean(),
})
export type TypePayment = z.infer<typeof TypePayment>

/** A payment method of a company. */
export const Payment = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  typePaymentId: Id,
  typePayment: TypePayment,
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Payment = z.infer<typeof Payment>

/** From this value (reais) on, a method may be paid in up to so many instalments. */
export const PaymentDetail = z.object({
  id: Id,
  paymentId: Id,
  minimumValue: z.number(),
  installments: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type PaymentDetail = z.infer<typeof PaymentDetail>

/** A payment method as a checkout offers it, with its instalment rules. */
export const PaymentOption = Payment.pick({ id: true, code: true, name: true, typePayment: true }).extend({
  paymentDetails: z.array(PaymentDetail.pick({ installments: true, minimumValue: true })),
})
export type PaymentOption = z.infer<typeof PaymentOption>
