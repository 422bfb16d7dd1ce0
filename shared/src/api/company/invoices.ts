import { z } from 'zod'
import { FormJson, Id, IdParams, Instant, listQuery, page } from '../../api-contract/fields.ts'
import { checkPayer, payerFields } from '../../api-contract/payer.ts'
import { route } from '../../api-contract/route.ts'
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
/** Field that the form sends and the server ignores: it reads its own plans. */
const ignored = z.unknown().optional()

/** Plan by its id, as the object that the form chooses from, or as the JSON text of one. */
const ChosenPlan = FormJson(
  z.union([
    Id,
    z.object({ id: Id }).transform(plan => plan.id),
    z.object({ planId: Id }).transform(plan => plan.planId),
  ]),
)

/** Errors of every call that makes a charge. */
const CHARGE_ERRORS = [
  'ERR_NO_INVOICE_FOUND',
  'ERR_INVOICE_PAID',
  'ERR_NO_PLAN_FOUND',
  'ERR_PLAN_LIMIT',
  'ERR_PIX_NOT_CONFIGURED',
  'ERR_PIX_UNAVAILABLE',
  'ERR_CONFLICT',
] as const

const Used = z.number().int()

/** Price of a plan that is paid now. */
const PlanOffer = z.object({
  /** Amount in BRL: the plan's whole price for one recurrence. */
  today: z.number(),
  /** Due date after the payment. */
  until: Instant,
  /** False if the company has more users, connections or queues than the plan allows. */
  fits: z.boolean(),
})

export const subscription = {
  get: route({
    method: 'GET',
    path: '/subscription',
    summary: 'Use of the company’s plan, and the price of each plan if it is paid now',
    access: 'admin',
    response: z.object({
      /** Campaigns and schedules are those made this month. */
      usage: z.object({ users: Used, connections: Used, queues: Used, campaigns: Used, schedules: Used }),
      /** By the id of the plan; free plans are left out. */
      offers: z.record(Id, PlanOffer),
    }),
  }),
  /**
   * Makes a charge. The amount follows from plan and recurrence, never from the body. With
   * `useAddressForPaymentDetails` the address becomes the company's billing address. Card fields
   * are dropped, neither stored nor logged: payment is by Pix.
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
        /** Another plan than the company's: it applies once this is paid. */
        plan: ChosenPlan.optional(),
        price: ignored,
        users: ignored,
        connections: ignored,
        /** Invoice; by default the open one. */
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
   * Takes a bank's notice. Banks append `/pix` to the given address (API Pix v2, "Callbacks"). The
   * notice is not trusted: it makes the server ask the bank. Unknown charges are ignored silently.
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
  /**
   * `renewed`: the company is paid for, and the user only has to sign in. Browsers repeat this call
   * while they wait for the payment.
   */
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
        /** Company's time zone, in which days are shown. */
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
