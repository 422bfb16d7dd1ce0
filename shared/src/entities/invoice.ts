import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { RECURRENCES } from './company.ts'

export const INVOICE_STATUSES = ['open', 'paid'] as const

/** Amount that a company owes, or has paid, for one recurrence. */
export const Invoice = z.object({
  id: Id,
  /** Number, gapless in the company, from 1 on. */
  number: z.number().int(),
  /** Name of the plan. */
  detail: z.string(),
  planId: Id,
  recurrence: z.enum(RECURRENCES),
  /** Amount in BRL, with at most 2 decimals. */
  value: z.number(),
  dueDate: Instant,
  status: z.enum(INVOICE_STATUSES),
  paidAt: Instant.nullable(),
  /** End-to-end id of the Pix payment, as the bank knows it. */
  paymentId: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Invoice = z.infer<typeof Invoice>

/** Pix charge of an invoice, with the data to pay it. */
export const PixCharge = z.object({
  txid: z.string(),
  /** Text of the QR code, which can be copied as well ("Pix Copia e Cola"). */
  qrcode: z.string(),
  valor: z.object({ original: z.number() }),
  expiresAt: Instant,
})
export type PixCharge = z.infer<typeof PixCharge>

/**
 * Problems of a payment that somebody has to look at: `twice` an invoice that was already paid,
 * `short` less than asked, `over` more than asked, `older` another charge than the last one shown,
 * `late` after the charge had expired.
 */
export const PAYMENT_PROBLEMS = ['twice', 'short', 'over', 'older', 'late'] as const

export const PaymentNotice = z.object({
  id: Id,
  at: Instant,
  problem: z.enum(PAYMENT_PROBLEMS),
  companyId: Id,
  companyName: z.string(),
  invoiceNumber: z.number().int(),
  txid: z.string(),
  /** BRL: amount asked for, and amount paid. */
  asked: z.number(),
  paid: z.number(),
})
export type PaymentNotice = z.infer<typeof PaymentNotice>
