/**
 * Rows of an order, in one partition. The head has the fields that a list shows, below 1 KB, and is
 * the only row with indexes and a version. The lines (items, payments, destination) are written
 * once. Each later step is a row of its own.
 */
import type { Budget, BudgetRow, FreightAddress, FreightType, ORDER_EVENTS } from '@balcao/shared/entities/budget.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { lineTotal } from '@balcao/shared/rules/sales/order-totals.ts'
import { isPaidName } from '@balcao/shared/rules/sales/paid-status.ts'
import { PIX } from '@balcao/shared/rules/sales/type-payments.ts'
import { z } from 'zod'
import { instant } from '../instant.ts'
import type { TableKey } from '../table/keys.ts'
import { definePackedRow } from '../table/packed-row.ts'
import { endsOf, type SearchSubject, searchWrites } from '../table/search-item.ts'
import { put, type Write } from '../table/transact.ts'

/**
 * Head of an order as the server stores it: amounts in cents, times in epoch milliseconds, names as
 * they were when it was created.
 */
export type BudgetHead = {
  companyId: string
  id: string
  version: number
  number: number
  ticketId: string | null
  contactId: string | null
  store: { id: string; name: string }
  customer: { id: string; fullName: string }
  /** Status, with its name at the time the order got it. */
  status: { id: string; name: string } | null
  /** Seller. */
  user: UserRef
  subTotal: number
  freight: number
  discount: number
  increase: number
  total: number
  negotiated: number
  route: string
  itemCount: number
  installments: number
  canceledAt: number | null
  /** Time since which the order is paid. */
  paidAt: number | null
  createdAt: number
  updatedAt: number
}

/** Fields of an order that never change and no list shows. Amounts in cents. */
export type BudgetLines = {
  typeDelivery: FreightType
  address: FreightAddress | null
  /** `id` is null for a name that matches the pattern but is no coupon. */
  coupons: { id: string | null; name: string; discount: number }[]
  items: {
    productId: string
    name: string
    price: number
    amount: number
    mediaPath: string | null
    mediaName: string | null
  }[]
  payments: {
    method: string
    name: string
    typePaymentId: string | null
    value: number
    change: number
    installments: number
  }[]
}

/** Returns the coupons that belong to the company and count their orders. */
export const couponIds = ({ coupons }: Pick<BudgetLines, 'coupons'>): string[] => coupons.flatMap(({ id }) => id ?? [])

export type OrderEvent = {
  /** Epoch milliseconds. */
  at: number
  type: Exclude<(typeof ORDER_EVENTS)[number], 'create'>
  user: UserRef
  status: string | null
}

/** Returns the sort key of a number: ten digits, so that the keys sort like numbers. */
export const placeOf = ({ number }: Pick<BudgetHead, 'number'>): string => String(number).padStart(10, '0')

type Content = Omit<BudgetHead, 'companyId' | 'id' | 'version' | 'createdAt'>

/** Usual values, which are left out of a row. */
const USUAL = {
  ticketId: null,
  contactId: null,
  status: null,
  freight: 0,
  discount: 0,
  increase: 0,
  negotiated: 0,
  route: '',
  installments: 0,
  canceledAt: null,
} satisfies Partial<Content>

const compact = (content: Content): Partial<Content> =>
  Object.fromEntries(Object.entries(content).filter(([name, value]) => USUAL[name as keyof typeof USUAL] !== value))

type StoredHead = Pick<BudgetHead, 'companyId' | 'id' | 'version'> &
  Omit<Content, keyof typeof USUAL | 'paidAt'> &
  Partial<Content>

/** Heads, by number in three lists: of the orders in effect, of all, and of a customer's. */
export const HEADS = definePackedRow({
  kind: 'budget',
  key: { pk: '${companyId}#budget#${id}', sk: 'budget' },
  indexes: {
    gsi1: { pk: '${companyId}#budgets#standing', sk: '${standing}' },
    gsi2: { pk: '${companyId}#budgets#all', sk: '${place}' },
    gsi3: { pk: '${companyId}#budgets-of#${customerId}', sk: '${place}' },
  },
  content: z.custom<StoredHead>(),
  derive: head => ({
    place: placeOf(head),
    standing: head.canceledAt ? undefined : placeOf(head),
    customerId: head.customer.id,
  }),
})

export const headKey = (companyId: string, id: string): TableKey => HEADS.key({ companyId, id })

/** Lines of an order, in its partition. */
export const LINES = definePackedRow({
  kind: 'budgetLines',
  key: { pk: '${companyId}#budget#${id}', sk: 'lines' },
  content: z.custom<BudgetLines & { companyId: string; id: string }>(),
})

/** Steps of an order, in its partition, in their order. */
export const STEPS = definePackedRow({
  kind: 'budgetStep',
  key: { pk: '${companyId}#budget#${id}', sk: 'step#${stepId}' },
  content: z.custom<OrderEvent & { companyId: string; id: string; stepId: string }>(),
})

/** Returns the head in an item of the table or of its index. */
export const toHead = (item: object): BudgetHead => wholeHead(HEADS.parse(item))

export function wholeHead({ paidAt, ...stored }: StoredHead): BudgetHead {
  const head = { ...USUAL, ...stored }
  // Rows older than `paidAt` derive it from the name of their status.
  const byName = head.status && isPaidName(head.status.name) ? head.updatedAt : null
  return { ...head, paidAt: paidAt === undefined ? byName : paidAt, createdAt: timeOfId(head.id) }
}

/**
 * Returns a write labelled `budget`: a new head, or one that replaces `before` provided that it is
 * unchanged.
 */
export function headWrite(after: BudgetHead, before?: BudgetHead): Write {
  const { companyId, id, version, createdAt: _, ...content } = after
  const stored = { companyId, id, version, ...compact(content) } as StoredHead
  return put('budget', HEADS.replace(stored, before))
}

/** Returns the head after a change, to be written with `headWrite`. */
export const headAfter = (
  before: BudgetHead,
  changes: Pick<Partial<BudgetHead>, 'status' | 'canceledAt' | 'paidAt'>,
): BudgetHead => ({
  ...before,
  ...changes,
  version: before.version + 1,
  updatedAt: Math.max(Date.now(), before.updatedAt + 1),
})

/** Returns a write labelled `budgetStep`. */
export const historyWrite = ({ companyId, id }: Pick<BudgetHead, 'companyId' | 'id'>, step: OrderEvent): Write =>
  put('budgetStep', STEPS.create({ companyId, id, stepId: newId(step.at), ...step }))

/**
 * Returns the writes that create an order, searchable by its number and its customer's name and
 * document.
 */
export function newBudgetWrites(head: BudgetHead, lines: BudgetLines, customerDocument: string): Write[] {
  const { companyId, id, number, customer } = head
  const found: SearchSubject = {
    name: customer.fullName,
    number: '',
    isGroup: false,
    codes: [String(number), ...endsOf(String(number)), customerDocument],
  }
  return [
    headWrite(head),
    put('budgetLines', LINES.create({ companyId, id, ...lines })),
    ...searchWrites(companyId, 'budget', id, undefined, found),
  ]
}

export function toWireRow(head: BudgetHead): BudgetRow {
  const { id, number, store, customer, status, user } = head
  const freight = toReais(head.freight)
  return {
    id,
    number,
    numero: number,
    ticketId: head.ticketId,
    contactId: head.contactId,
    storeId: store.id,
    store,
    customerId: customer.id,
    customer,
    statusBudGetId: status?.id ?? null,
    statusBudGet: status,
    userId: user.id,
    user,
    emissionDate: instant(head.createdAt),
    subTotal: toReais(head.subTotal),
    freight,
    freigh: freight,
    discount: toReais(head.discount),
    increase: toReais(head.increase),
    total: toReais(head.total),
    negotiated: toReais(head.negotiated),
    route: head.route,
    itemCount: head.itemCount,
    installments: head.installments,
    canceledAt: head.canceledAt === null ? null : instant(head.canceledAt),
    paidAt: head.paidAt === null ? null : instant(head.paidAt),
    createdAt: instant(head.createdAt),
    updatedAt: instant(head.updatedAt),
  }
}

export const toWireItem = (item: BudgetLines['items'][number]): Budget['items'][number] => ({
  ...item,
  price: toReais(item.price),
  total: toReais(lineTotal(item)),
})

export const toWireCoupon = (coupon: BudgetLines['coupons'][number]): Budget['coupons'][number] => ({
  ...coupon,
  discount: toReais(coupon.discount),
})

/** Returns the cents still to be paid by Pix: none for a paid or cancelled order. */
export const pixOf = (head: Pick<BudgetHead, 'canceledAt' | 'paidAt'>, { payments }: BudgetLines): number =>
  head.canceledAt === null && head.paidAt === null
    ? payments.reduce((sum, { typePaymentId, value }) => sum + (typePaymentId === PIX ? value : 0), 0)
    : 0

/** Complete order. */
export type WholeBudget = { head: BudgetHead; lines: BudgetLines; steps: readonly OrderEvent[] }

export function toWireBudget({ head, lines, steps }: WholeBudget): Budget {
  const { typeDelivery, address, coupons, items, payments } = lines
  return {
    ...toWireRow(head),
    typeDelivery,
    addressId: address?.id ?? null,
    address,
    coupons: coupons.map(toWireCoupon),
    items: items.map(toWireItem),
    payments: payments.map(({ value, change, ...payment }) => ({
      ...payment,
      value: toReais(value),
      change: toReais(change),
    })),
    pix: toReais(pixOf(head, lines)),
    history: [
      { at: instant(head.createdAt), type: 'create', user: head.user, status: null },
      ...steps.map(({ at, ...step }) => ({ ...step, at: instant(at) })),
    ],
  }
}
