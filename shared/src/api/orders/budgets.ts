import { z } from 'zod'
import { Day, Id, IdParams, listQuery, Money, page, QueryFlag } from '../../api-contract/fields.ts'
import { fileFormat, selectedRows } from '../../api-contract/list-export.ts'
import { route } from '../../api-contract/route.ts'
import { Amount } from '../../api-contract/sales-fields.ts'
import { Budget, BudgetRow, FREIGHT_TYPES, Quote } from '../../entities/budget.ts'
import { Message } from '../../entities/message.ts'
import { CLOUD_MEDIA_ERRORS } from '../../rules/cloud-media-limits.ts'
import { codeMessage, fieldMessage } from '../../validation/field-message.ts'

const common = { access: 'user', plan: 'useSales' } as const

/** Maximum lines of an order: each is a row of its one transaction. */
export const MAX_ITEMS = 50

/**
 * Maximum orders of a page if each is returned with its lines: each line is one more row to read.
 */
export const ITEMS_PAGE = 20

/**
 * Amount that the client shows: it is compared with the server's own and never used
 * (ERR_PRICE_CHANGED).
 */
const Shown = Money.optional()

const Item = z.object({ productId: Id, amount: Amount, price: Shown, total: Shown })

const order = {
  storeId: Id,
  customerId: Id,
  ticketId: Id.nullable().default(null),
  itens: z
    .array(Item)
    .min(1)
    .max(MAX_ITEMS)
    .refine(items => new Set(items.map(({ productId }) => productId)).size === items.length, codeMessage('duplicate')),
  typeDelivery: z.enum(FREIGHT_TYPES),
  /** Destination; only for a delivery. */
  addressId: Id.nullable().default(null),
  /** Name of a coupon, or several that are combined. */
  coupon: z
    .union([z.string().trim().max(50), z.array(z.string().trim().min(1).max(50)).max(10)])
    .nullable()
    .default(null),
}

const refusals = [
  'ERR_NO_STORE_FOUND',
  'ERR_STORE_INACTIVE',
  'ERR_NO_CUSTOMER_FOUND',
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_PRODUCT_FOUND',
  'ERR_PRODUCT_INACTIVE',
  'ERR_NO_ADDRESS_FOUND',
  'ERR_ADDRESS_REQUIRED',
  'ERR_ADDRESS_COORDINATES',
  'ERR_NO_DELIVERY_RATE',
  'ERR_NO_COUPON_FOUND',
  'ERR_COUPON_NOT_STARTED',
  'ERR_COUPON_EXPIRED',
  'ERR_COUPON_MINIMUM',
  'ERR_COUPON_USED_UP',
  'ERR_COUPON_STORE',
  'ERR_COUPON_REGION',
  'ERR_COUPON_CATEGORY',
  'ERR_COUPON_NOT_CUMULATIVE',
  'ERR_ORDER_TOO_LARGE',
  'ERR_PRICE_CHANGED',
] as const

/**
 * Payment of an order: the part that counts towards the total, and the change returned beyond it.
 */
export const PaymentLine = z.object({
  method: Id,
  value: z.number(fieldMessage('payment.value')).gt(0, fieldMessage('payment.value')).pipe(Money),
  change: Money.default(0),
  installments: z.number().int().min(1).max(99).default(1),
})

/** Orders of the list: by number, the highest first or last. */
export const BUDGET_ORDERS = ['-number', 'number'] as const

/** Filters of the list, of its sums and of its export. */
const filters = {
  customerId: Id.describe('Orders of this customer').optional(),
  statusId: Id.describe('Orders in this status').optional(),
  sellerId: Id.describe('Orders of this user').optional(),
  dateFrom: Day.describe('First day, in the company’s time zone; dateTo is the last one').optional(),
  dateTo: Day.optional(),
  paid: QueryFlag.describe('Only paid orders, or only unpaid ones').optional(),
}

export const budgets = {
  list: route({
    ...common,
    method: 'GET',
    path: '/budgets',
    summary: 'Orders, the latest first; with `searchParam` those it finds by number or customer',
    query: z.object({
      ...listQuery,
      ...filters,
      sort: z.enum(BUDGET_ORDERS).describe('Ignored by a search, which has its own order').default('-number'),
      /** Includes cancelled orders. */
      canceled: QueryFlag.optional(),
      /** Returns each order with its lines: at most `ITEMS_PAGE` orders a page. */
      items: QueryFlag.describe(
        `Each with its items (name, amount, total); at most ${ITEMS_PAGE} orders a page`,
      ).optional(),
    }),
    response: z.object({ budGets: z.array(BudgetRow), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  /** Sums up what the list shows; of more than some thousand orders the latest (`partial`). */
  summary: route({
    ...common,
    method: 'GET',
    path: '/budgets/summary',
    summary: 'Number and sums of the orders the filters find; cancelled ones are left out of the sums',
    query: z.object({ searchParam: listQuery.searchParam, ...filters, canceled: QueryFlag.optional() }),
    response: z.object({
      count: z.number().int(),
      canceled: z.number().int(),
      total: z.number(),
      negotiated: z.number(),
      partial: z.boolean(),
    }),
  }),
  /** Exports the orders that the filters find as CSV, in a job. */
  export: route({
    ...common,
    access: 'supervisor',
    method: 'POST',
    path: '/budgets/export',
    audit: 'budget.export',
    summary: 'Export orders as CSV or for Excel, as a job',
    body: z.object({
      searchParam: listQuery.searchParam,
      ...filters,
      paid: z.boolean().optional(),
      canceled: z.boolean().optional(),
      ...fileFormat,
      ...selectedRows,
    }),
    response: z.object({ jobId: Id }),
    status: 202,
  }),
  /** Quotes an order by the current data. Nothing is stored. */
  quote: route({
    ...common,
    method: 'POST',
    path: '/budgets/quote',
    summary: 'Totals of an order before it is made',
    body: z.object({ ...order, customerId: Id.nullable().default(null) }),
    response: Quote,
    errors: refusals,
  }),
  create: route({
    ...common,
    method: 'POST',
    path: '/budgets',
    summary: 'Make an order: stock, coupons and its number in one; with an idempotency key once',
    headers: { 'Idempotency-Key': 'The id of the draft, as `draftId`: a repeat answers the order that was made' },
    body: z.object({
      ...order,
      draftId: Id.optional(),
      payments: z.array(PaymentLine).max(10).default([]),
      subTotal: Shown,
      freight: Shown,
      discount: Shown,
      increase: Shown,
      total: Shown,
    }),
    response: Budget,
    status: 201,
    errors: [
      ...refusals,
      'ERR_OUT_OF_STOCK',
      'ERR_NO_PAYMENT_FOUND',
      'ERR_PAYMENT_REPEATED',
      'ERR_PAYMENTS_SHORT',
      'ERR_PAYMENTS_EXCEED',
      'ERR_PAYMENT_CHANGE',
      'ERR_PAYMENT_CHANGE_TOO_HIGH',
      'ERR_PAYMENT_INSTALLMENTS',
      'ERR_CONFLICT',
    ],
  }),
  get: route({
    ...common,
    method: 'GET',
    path: '/budgets/{id}',
    summary: 'An order whole',
    params: IdParams,
    response: Budget,
    errors: ['ERR_NO_BUDGET_FOUND'],
  }),
  /** Changes an order except its lines: to change those, cancel it and make another. */
  update: route({
    ...common,
    method: 'PUT',
    path: '/budgets/{id}',
    summary: 'Put an order into another status, of which its customer is told when the status has a text',
    params: IdParams,
    body: z.object({ statusBudGetId: Id.nullable() }),
    response: Budget.extend({
      notice: z
        .enum(['sent', 'outsideWindow', 'blocked'])
        .nullable()
        .describe(
          "The text of the status: outside of its customer's window it is stored and fails, to a blocked contact none is written; null for none",
        ),
    }),
    errors: ['ERR_NO_BUDGET_FOUND', 'ERR_NO_STATUS_BUDGET_FOUND', 'ERR_BUDGET_CANCELED', 'ERR_CONFLICT'],
  }),
  /** Allowed for its seller, supervisors and admins. */
  remove: route({
    ...common,
    method: 'DELETE',
    path: '/budgets/{id}',
    audit: 'budget.cancel',
    summary: 'Cancel an order: its stock and its coupons are given back, and lists show it only when asked',
    params: IdParams,
    errors: ['ERR_NO_PERMISSION', 'ERR_CONFLICT'],
  }),
  pix: route({
    ...common,
    method: 'GET',
    path: '/budgets/{id}/pix',
    summary: "The Pix code (BR Code) of an order: its store's key, what is paid by Pix and its number",
    params: IdParams,
    response: z.object({ qrcode: z.string(), key: z.string(), total: z.number() }),
    errors: [
      'ERR_NO_BUDGET_FOUND',
      'ERR_BUDGET_CANCELED',
      'ERR_BUDGET_WITHOUT_PIX',
      'ERR_BUDGET_PAID',
      'ERR_STORE_WITHOUT_PIX',
    ],
  }),
  send: route({
    ...common,
    method: 'POST',
    path: '/budgets/{id}/send',
    summary: "Send an order's text, and its Pix code, into the conversation of its ticket",
    params: IdParams,
    body: z
      .object({
        text: z.boolean().default(false),
        pix: z.boolean().default(false),
        clientId: z
          .uuid()
          .describe('Chosen by the client: a retry with the same id sends nothing twice; of another order, 409')
          .optional(),
      })
      .refine(({ text, pix }) => text || pix, codeMessage('nothing_given')),
    response: Budget,
    errors: [
      'ERR_NO_BUDGET_FOUND',
      'ERR_BUDGET_CANCELED',
      'ERR_BUDGET_WITHOUT_PIX',
      'ERR_BUDGET_PAID',
      'ERR_STORE_WITHOUT_PIX',
      'ERR_BUDGET_WITHOUT_TICKET',
      'ERR_TICKET_NOT_ACCEPTED',
      'ERR_CONTACT_BLOCKED',
      'ERR_IDEMPOTENCY_KEY_REUSED',
      'ERR_OUTSIDE_WINDOW',
    ],
  }),
  offer: route({
    ...common,
    method: 'POST',
    path: '/budgets/offers',
    summary: 'Send a product into a conversation: its picture, name and price; over a number with a catalogue its card',
    body: z.object({
      ticketId: Id,
      storeId: Id,
      productId: Id,
      clientId: z
        .uuid()
        .describe('Chosen by the client: a retry with the same id is the same message; with another product it is 409')
        .optional(),
    }),
    response: Message,
    status: 201,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_CLOSED',
      'ERR_TICKET_NOT_ACCEPTED',
      'ERR_NO_PRODUCT_FOUND',
      'ERR_PRODUCT_INACTIVE',
      'ERR_CONTACT_BLOCKED',
      'ERR_IDEMPOTENCY_KEY_REUSED',
      'ERR_OUTSIDE_WINDOW',
      ...CLOUD_MEDIA_ERRORS,
    ],
  }),
}
