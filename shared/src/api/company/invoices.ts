import { z } from 'zod'
import { FormJson, Id, IdParams, Instant, listQuery, page } from '../../contract/fields.ts'
import { checkPayer, payerFields } from '../../contract/payer.ts'
import { route } from '../../contract/route.ts'
import { Invoice, PaymentNotice, PixCharge } from '../../entities/invoice.ts'

export const invoices = {
  list: route({
    method: 'GET',
    path: '/invoices/all',
    summary: "The company's invoices, newest first",
    access: 'admin',
    query: z.object(listQuery),
    response: z.object({ invoices: z.array(Invoice), ...page }),
  }),
}

const text = (most: number) => z.string().trim().max(most).optional()
/** Sent by the form and not read: the server asks its own plans. */
const ignored = z.unknown().optional()

/** A plan by its id, or as the object the form chooses from, or as the JSON text of one. */
const ChosenPlan = FormJson(
  z.union([
    Id,
    z.object({ id: Id }).transform(plan => plan.id),
    z.object({ planId: Id }).transform(plan => plan.planId),
  ]),
)

/** Refused wherever a charge is made. */
const CHARGE_ERRORS = [
  'ERR_NO_INVOICE_FOUND',
  'ERR_INVOICE_PAID',
  'ERR_NO_PLAN_FOUND',
  'ERR_PLAN_LIMIT',
  'ERR_PIX_NOT_CONFIGURED',
  'ERR_PIX_UNAVAILABLE',
  'ERR_CONFLICT',
] as const

export const subscription = {
  /**
   * What is to be paid follows from plan and recurrence, never from what is sent. The address becomes the company's billing address with
   * `useAddressForPaymentDetails`. Card fields are taken off the form, neither kept nor logged: one pays by Pix.
   */
  create: route({
    method: 'POST',
    path: '/subscription',
    summary: 'The Pix charge of an invoice: makes it, or answers the one there is',
    access: 'admin',
    body: z
      .object({
        ...payerFields,
        nameOnCard: text(100),
        cardNumber: text(30),
        cvv: text(5),
        /** Another plan than the company's: it is theirs once this is paid. */
        plan: ChosenPlan.optional(),
        price: ignored,
        users: ignored,
        connections: ignored,
        /** The open invoice, when none is named. */
        invoiceId: Id.optional(),
      })
      .superRefine(checkPayer),
    response: z.object({ pix: PixCharge, invoice: Invoice }),
    status: 201,
    errors: CHARGE_ERRORS,
    audit: 'invoice.update',
  }),
}

export const pixWebhook = {
  /**
   * Banks put `/pix` behind the address they were given (API Pix v2, "Callbacks"). What they say is not believed: it makes us ask. Whatever
   * is no charge of ours is passed over in silence.
   */
  take: route({
    method: 'POST',
    path: '/pix/webhook',
    aliases: [{ path: '/pix/webhook/pix' }],
    summary: 'A bank tells that charges were paid',
    access: 'public',
    body: z.object({
      pix: z
        .array(z.looseObject({ txid: z.string().max(100).optional() }))
        .max(100)
        .optional(),
    }),
    status: 204,
  }),
}

export const renewal = {
  /** `renewed`: the company is paid for, nothing is left to do but to sign in. Asked again while one waits for the payment. */
  show: route({
    method: 'POST',
    path: '/renewal',
    summary: 'The open invoice of an expired company, for who holds the token of a refused sign-in',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(1000) }),
    response: z.discriminatedUnion('renewed', [
      z.object({ renewed: z.literal(true), company: z.string(), dueDate: Instant, timezone: z.string() }),
      z.object({
        renewed: z.literal(false),
        company: z.string(),
        dueDate: Instant,
        /** The company's, by which days are told. */
        timezone: z.string(),
        invoice: Invoice,
        pix: PixCharge,
      }),
    ]),
    errors: ['ERR_RENEWAL_EXPIRED', 'ERR_COMPANY_DISABLED', ...CHARGE_ERRORS],
  }),
}

export const paymentNotices = {
  list: route({
    method: 'GET',
    path: '/paymentNotices',
    summary: 'Payments of all companies that somebody has to look at, newest first',
    access: 'super',
    query: z.object(listQuery).omit({ searchParam: true }),
    response: z.object({ paymentNotices: z.array(PaymentNotice), ...page }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/paymentNotices/{id}',
    summary: 'A payment was looked at',
    access: 'super',
    params: IdParams,
  }),
}
