import type { budgets } from '@balcao/shared/api/orders/budgets.ts'
import type { CallOf } from '@balcao/shared/api-contract/route.ts'
import type { PaymentOption } from '@balcao/shared/entities/payment.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { webhooksFor } from '../data/automation/webhook.ts'
import { newWebhookDeliveries } from '../data/automation/webhook-delivery.ts'
import { externalOrder, webhookDeliveriesTo } from '../data/automation/webhook-event.ts'
import { refusedStock, takeStock } from '../data/catalog/product-store.ts'
import { requireBudget } from '../data/orders/budget.ts'
import { type BudgetHead, type BudgetLines, newBudgetWrites, type WholeBudget } from '../data/orders/budget-row.ts'
import { useCoupon } from '../data/orders/coupon.ts'
import { lastOrderWrites } from '../data/orders/last-order.ts'
import { budgetKeyWrite, budgetOfKey, writeNumbered } from '../data/orders/new-budget.ts'
import { paymentOptions } from '../data/orders/payment.ts'
import { STATUS_BUDGETS, type StatusRow } from '../data/orders/status-budget.ts'
import { countOrder } from '../data/reports/order-day.ts'
import { ranOutWrite } from '../data/reports/selling-day.ts'
import { orderEventWrites } from '../data/rules/rule-event.ts'
import { everyRow } from '../data/table/small-list.ts'
import { MAX_WRITES, type Write, WriteConflict } from '../data/table/transact.ts'
import { draftRemoval } from '../data/tickets/draft-order.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { publishDraftOrder } from '../messaging/publish-ticket.ts'
import { assertInStock, type Decision, decideOrder, decidePayments } from './decide-order.ts'
import { publishOrder, publishStockTaken } from './publish-order.ts'
import { readOrderInputs, type StoredOrderInputs } from './read-order-inputs.ts'

type Body = Omit<CallOf<typeof budgets.create>['body'], 'ticketId'>

/** Order to be made, of a person or an AI agent. */
export type NewOrder = {
  seller: UserRef
  /** Ticket in which it is sold. */
  ticket: TicketRow | undefined
  body: Body
  /** Idempotency keys: each makes one order. */
  keys: readonly string[]
}

/**
 * Time (ms) for which an order waits for its number, and is decided anew when rows it depends on
 * change: less than a call may take.
 */
const MAX_NUMBERING_MS = 20_000

/** Returns the order that one of these keys made. */
export async function orderOfKeys(companyId: string, keys: readonly string[]): Promise<WholeBudget | undefined> {
  const made = await Promise.all(keys.map(key => budgetOfKey(companyId, key)))
  const id = made.find(each => each !== undefined)
  return id === undefined ? undefined : requireBudget(companyId, id)
}

/**
 * Makes an order in one transaction: its number, lines, stock, coupons, the removal of its draft,
 * webhook deliveries. If it is refused, its keys are looked up once more, since the same order may
 * have taken the last piece a moment ago.
 * @throws AppError as the route of `budgets.create`
 */
export async function makeOrder(companyId: string, order: NewOrder): Promise<WholeBudget> {
  try {
    return await writeOrder(companyId, order)
  } catch (error) {
    const made = error instanceof AppError ? await orderOfKeys(companyId, order.keys) : undefined
    if (made === undefined) throw error
    return made
  }
}

async function writeOrder(companyId: string, { seller, ticket, body, keys }: NewOrder): Promise<WholeBudget> {
  let draftId = ticket && body.draftId
  const subscribers = await webhooksFor(companyId, 'order.created')
  let read: Read | undefined
  for (const until = Date.now() + MAX_NUMBERING_MS; ; ) {
    read ??= await readAll(companyId, body)
    const { facts: inputs, options, status } = read
    const decision = decideOrder(inputs, body)
    assertInStock(decision)
    const paid = decidePayments(decision.total, body.payments, options)
    const head = headOf(companyId, { facts: inputs, decision, paid, status, seller, ticket })
    const lines = linesOf(decision, paid.payments, body)
    const counted = await countOrder(undefined, { ...head, number: 0 })
    const asked = await orderEventWrites('order.created', head)
    const ranOut = await Promise.all(
      decision.items
        .filter(({ row, amount }) => row.stock <= amount)
        .map(({ row: { storeId, productId, name } }) =>
          ranOutWrite(companyId, { storeId, productId, name, storeName: inputs.store.name }),
        ),
    )
    const writesOf = (number: number): Write[] =>
      withAsManyAsFit(ranOut, [
        ...keys.map(key => budgetKeyWrite(companyId, key, head.id)),
        ...(draftId === undefined ? [] : [draftRemoval(companyId, ticket!.id, draftId)]),
        ...decision.items.map(({ row, amount }) => takeStock(companyId, row, amount)),
        ...inputs.coupons.flatMap(coupon => useCoupon(companyId, coupon, inputs.customer!.id)),
        ...newBudgetWrites({ ...head, number }, lines, inputs.customer!.document),
        ...lastOrderWrites(head),
        ...counted,
        ...asked,
        ...newWebhookDeliveries(
          companyId,
          webhookDeliveriesTo(subscribers, 'order.created', () => ({
            order: externalOrder({ ...head, number }, lines),
          })),
        ),
      ])
    let made: BudgetHead
    try {
      made = { ...head, number: await writeNumbered(companyId, until, writesOf) }
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
      if (error.label === 'budgetKey' || Date.now() > until) throw new AppError('ERR_CONFLICT', { cause: error })
      // Another draft was begun in its place: that one stays.
      if (error.label === 'draft') draftId = undefined
      else read = afterRefusal(read, error)
      continue
    }
    await Promise.all([
      publishOrder(made, 'create'),
      publishStockTaken(made, lines),
      draftId === undefined ? undefined : publishDraftOrder(ticket!, null),
    ])
    return { head: made, lines, steps: [] }
  }
}

/** Writes of `writeNumbered` beside those of the order. */
const NUMBERING_WRITES = 1

/**
 * Returns writes with those of products that ran out, as many as fit into one transaction: a large
 * order is made, even if not all products that ran out are noted.
 */
const withAsManyAsFit = (ranOut: readonly Write[], writes: readonly Write[]): Write[] => [
  ...writes,
  ...ranOut.slice(0, Math.max(0, MAX_WRITES - NUMBERING_WRITES - writes.length)),
]

type Read = { facts: StoredOrderInputs; options: PaymentOption[]; status: StatusRow | undefined }

async function readAll(companyId: string, body: Body): Promise<Read> {
  const [inputs, options, status] = await Promise.all([
    readOrderInputs(companyId, body),
    body.payments.length > 0 ? paymentOptions(companyId) : [],
    firstStatus(companyId),
  ])
  return { facts: inputs, options, status }
}

/**
 * Returns the inputs after a refused write: with the product that the refusal returned; undefined
 * when all must be read again.
 */
function afterRefusal(read: Read, error: WriteConflict): Read | undefined {
  const stock = refusedStock(error)
  if (!stock) return undefined
  const products = new Map(read.facts.products)
  if (stock.row) products.set(stock.productId, stock.row)
  else products.delete(stock.productId)
  return { ...read, facts: { ...read.facts, products } }
}

/** Returns the status of a new order: the first of their steps. */
const firstStatus = async (companyId: string): Promise<StatusRow | undefined> =>
  (await everyRow(companyId, STATUS_BUDGETS))[0]

/** Returns the order's head, without its number. */
function headOf(
  companyId: string,
  {
    facts: { store, customer },
    decision: { subTotal, freight, discount, increase, total, route, items },
    paid: { negotiated, installments },
    status,
    seller,
    ticket,
  }: {
    facts: StoredOrderInputs
    decision: Decision
    paid: { negotiated: number; installments: number }
    status: StatusRow | undefined
    seller: UserRef
    ticket: TicketRow | undefined
  },
): Omit<BudgetHead, 'number'> {
  const id = newId()
  const at = timeOfId(id)
  return {
    companyId,
    id,
    version: 1,
    ticketId: ticket?.id ?? null,
    contactId: ticket?.contact.id ?? null,
    store: { id: store.id, name: store.name },
    customer: { id: customer!.id, fullName: customer!.fullName },
    status: status ? { id: status.id, name: status.name } : null,
    user: seller,
    subTotal,
    freight,
    discount,
    increase,
    total,
    negotiated,
    route,
    itemCount: items.reduce((sum, { amount }) => sum + amount, 0),
    installments,
    canceledAt: null,
    // A new order is unpaid, whatever its first status is called.
    paidAt: null,
    createdAt: at,
    updatedAt: at,
  }
}

const linesOf = (
  { items, coupons, address }: Decision,
  payments: BudgetLines['payments'],
  { typeDelivery }: Body,
): BudgetLines => ({
  typeDelivery,
  address,
  coupons,
  items: items.map(({ row: _, ...item }) => item),
  payments,
})
