import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Payment kind, the same in every company (rules/sales/type-payments.ts). */
export const TypePayment = z.object({
  id: Id,
  /** Name: Dinheiro, Pix. */
  code: z.string(),
  /** True if it gives change. */
  change: z.boolean(),
  /** True if it may be paid in instalments. */
  installments: z.boolean(),
})
export type TypePayment = z.infer<typeof TypePayment>

/** Payment method of a company. */
export const Payment = z.object({
  id: Id,
  code: z.string().nullable(),
  name: z.string(),
  typePaymentId: Id,
  typePayment: TypePayment,
  /** User who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Payment = z.infer<typeof Payment>

/**
 * Instalment rule: from this value (reais) on, a method may be paid in up to so many instalments.
 */
export const PaymentDetail = z.object({
  id: Id,
  paymentId: Id,
  minimumValue: z.number(),
  installments: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type PaymentDetail = z.infer<typeof PaymentDetail>

/** Payment method with its instalment rules, as a checkout offers it. */
export const PaymentOption = Payment.pick({ id: true, code: true, name: true, typePayment: true }).extend({
  paymentDetails: z.array(PaymentDetail.pick({ installments: true, minimumValue: true })),
})
export type PaymentOption = z.infer<typeof PaymentOption>
