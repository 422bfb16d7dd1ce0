/**
 * The rows of an order. Its head has what a list shows, below 1 KB, and is the only one with indexes and with a version; its lines
 * (what was ordered, how it is paid, where it goes) are written once; each later step is a row of its own. All lie in one partition.
 */
import type { BUDGET_STEPS, Budget, BudgetRow, DeliveryAddress, DeliveryType } from '@balcao/shared/entities/budget.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { toReais } from '@balcao/shared/rules/sales/money.ts'
import { lineTotal } from '@balcao/shared/rules/sales/order-totals.ts'
import { isPaidName } from '@balcao/shared/rules/sales/paid-status.ts'
import { PIX } from '@balcao/shared/rules/sales/type-payments.ts'
import { instant } from '../instant.ts'
import { tableName } from '../table/client.ts'
import { IF_NEW, type TableKey, whileAt } from '../table/keys.ts'
import { endsOf, type SearchSubject, searchWrites } from '../table/search-item.ts'
import { put, type Write } from '../table/transact.ts'

/** An order's head as the server knows it: amounts in cents, times in epoch milliseconds, names as they were when it was made. */
export type BudgetHead = {
  companyId: string
  id: string
  version: number
  number: number
  ticketId: string | null
  contactId: string | null
  store: { id: string; name: string }
  customer: { id: string; fullName: string }
  /** As it was called when the order came to stand there. */
  status: { id: string; name: string } | null
  /** The seller. */
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
  /** Since when it stands as paid. */
  paidAt: number | null
  createdAt: number
  updatedAt: number
}

/** What of an order never changes and no list shows. Amounts in cents. */
export type BudgetLines = {
  typeDelivery: DeliveryType
  address: DeliveryAddress | null
  /** `id` is null for a name of the pattern that is no coupon. */
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

/** The coupons that are the company's own, and count their orders. */
export const couponIds = ({ coupons }: Pick<BudgetLines, 'coupons'>): string[] => coupons.flatMap(({ id }) => id ?? [])

export type BudgetStep = {
  /** Epoch milliseconds. */
  at: number
  type: Exclude<(typeof BUDGET_STEPS)[number], 'create'>
  user: UserRef
  status: string | null
}

const partition = (companyId: string, id: string): string => `${companyId}#budget#${id}`

export const headKey = (companyId: string, id: string): TableKey => ({ pk: partition(companyId, id), sk: 'budget' })
export const linesKey = (companyId: string, id: string): TableKey => ({ pk: partition(companyId, id), sk: 'lines' })

/** Where an order's steps lie, in the order they were taken. */
export const STEPS = 'step#'

/** The partitions of the lists: of the orders that stand, of all, and of a customer's, cancelled ones included. */
export const listOf = (companyId: string, { all }: { all: boolean }): string =>
  `${companyId}#budgets#${all ? 'all' : 'standing'}`
export const listOfCustomer = (companyId: string, customerId: string): string => `${companyId}#budgets-of#${customerId}`

/** Ten digits, so that texts are in the order of numbers. */
export const placeOf = ({ number }: Pick<BudgetHead, 'number'>): string => String(number).padStart(10, '0')

/** What a list reads of an item; company and id are in its key. */
export const HEAD_ATTRIBUTES = ['pk', 'version', 'row'] as const

type Content = Omit<BudgetHead, 'companyId' | 'id' | 'version' | 'createdAt'>

/** What is left out of a row when it is so. */
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

/** The head of an item of the table or of its index, as it is there. */
export function toHead(item: object): BudgetHead {
  const { pk, version, row } = item as { pk: string; version: number; row: string }
  const [companyId = '', , id = ''] = pk.split('#')
  const { paidAt, ...content } = JSON.parse(row) as Omit<Content, keyof typeof USUAL | 'paidAt'> & Partial<Content>
  const head = { ...USUAL, ...content }
  // Rows written before orders kept `paidAt` leave it to the name of their status.
  const byName = head.status && isPaidName(head.status.name) ? head.updatedAt : null
  return { ...head, paidAt: paidAt === undefined ? byName : paidAt, companyId, id, version, createdAt: timeOfId(id) }
}

/** A write labelled `budget`: a new head, or one that takes the place of `before` as long as nobody else changed it. */
export function headWrite(after: BudgetHead, before?: BudgetHead): Write {
  const { companyId, id, version, createdAt: _, ...content } = after
  const place = placeOf(after)
  const Item = {
    ...headKey(companyId, id),
    ...(after.canceledAt === null ? { gsi1pk: listOf(companyId, { all: false }), gsi1sk: place } : {}),
    gsi2pk: listOf(companyId, { all: true }),
    gsi2sk: place,
    gsi3pk: listOfCustomer(companyId, after.customer.id),
    gsi3sk: place,
    version,
    row: JSON.stringify(compact(content)),
  }
  return put('budget', { TableName: tableName(), Item, ...whileAt(before) })
}

/** The head after a change; `headWrite` makes it so. */
export const headAfter = (
  before: BudgetHead,
  changes: Pick<Partial<BudgetHead>, 'status' | 'canceledAt' | 'paidAt'>,
): BudgetHead => ({
  ...before,
  ...changes,
  version: before.version + 1,
  updatedAt: Math.max(Date.now(), before.updatedAt + 1),
})

/** A write labelled `budgetStep`. */
export function stepWrite({ companyId, id }: Pick<BudgetHead, 'companyId' | 'id'>, step: BudgetStep): Write {
  const Item = { pk: partition(companyId, id), sk: `${STEPS}${newId(step.at)}`, row: JSON.stringify(step) }
  return put('budgetStep', { TableName: tableName(), Item, ...IF_NEW })
}

/** The writes that make an order, findable by its number and its customer's name and document. */
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
    put('budgetLines', {
      TableName: tableName(),
      Item: { ...linesKey(companyId, id), row: JSON.stringify(lines) },
      ...IF_NEW,
    }),
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

/** Cents that are still to be paid by Pix: none of an order that is paid or cancelled. */
export const pixOf = (head: Pick<BudgetHead, 'canceledAt' | 'paidAt'>, { payments }: BudgetLines): number =>
  head.canceledAt === null && head.paidAt === null
    ? payments.reduce((sum, { typePaymentId, value }) => sum + (typePaymentId === PIX ? value : 0), 0)
    : 0

/** An order whole. */
export type WholeBudget = { head: BudgetHead; lines: BudgetLines; steps: readonly BudgetStep[] }

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
