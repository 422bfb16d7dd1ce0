import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { RECURRENCES } from './company.ts'

export const INVOICE_STATUSES = ['open', 'paid'] as const

/** What a company owes, or has paid, for one recurrence. */
export const Invoice = z.object({
  id: Id,
  /** Gapless in the company, from 1 on. */
  number: z.number().int(),
  /** The plan by its name. */
  detail: z.string(),
  planId: Id,
  recurrence: z.enum(RECURRENCES),
  /** BRL, at most 2 decimals. */
  value: z.number(),
  dueDate: Instant,
  status: z.enum(INVOICE_STATUSES),
  paidAt: Instant.nullable(),
  /** The end-to-end id of the Pix it was paid by, as the bank knows it. */
  paymentId: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Invoice = z.infer<typeof Invoice>

/** The Pix charge of an invoice, as one pays it. */
export const PixCharge = z.object({
  txid: z.string(),
  /** The text of the QR code, to be copied as well ("Pix Copia e Cola"). */
  qrcode: z.string(),
  valor: z.object({ original: z.number() }),
  expiresAt: Instant,
})
export type PixCharge = z.infer<typeof PixCharge>

/**
 * Something about a payment that somebody has to look at: `twice` an invoice that was paid already, `short` less than was asked,
 * `over` more than was asked, `older` another charge than the last one shown, `late` after the charge had run out.
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
  /** BRL: what was asked for, and what came. */
  asked: z.number(),
  paid: z.number(),
})
export type PaymentNotice = z.infer<typeof PaymentNotice>
