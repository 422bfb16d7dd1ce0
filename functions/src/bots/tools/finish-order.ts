import { FREIGHT_TYPES } from '@balcao/shared/entities/budget.ts'
import type { PaymentOption } from '@balcao/shared/entities/payment.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { toCents, toReais } from '@balcao/shared/rules/sales/money.ts'
import { reaisText } from '@balcao/shared/rules/sales/reais-text.ts'
import { PIX } from '@balcao/shared/rules/sales/type-payments.ts'
import { z } from 'zod'
import { requireBudget } from '../../data/orders/budget.ts'
import type { WholeBudget } from '../../data/orders/budget-row.ts'
import { lastOrderOf } from '../../data/orders/last-order.ts'
import { paymentOptions } from '../../data/orders/payment.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { isServed } from '../../data/tickets/ticket-row.ts'
import { assertInStock, type Decision, decidePayments } from '../../sales/decide-order.ts'
import type { DraftInput } from '../../sales/draft-content.ts'
import { makeOrder, orderOfKeys } from '../../sales/make-order.ts'
import { orderTexts } from '../../sales/order-texts.ts'
import { type Cart, changeCart, readCart } from './cart.ts'
import { destinationOf, storeKeptDestination } from './destination.ts'
import { knownCustomer } from './known-customer.ts'
import { decideCart } from './priced-cart.ts'
import { readTotal, withToldTotal } from './told-total.ts'
import { defineTool, type ToolContext, type ToolResult } from './tool.ts'

type DraftLine = NonNullable<Cart['content']>['itens'][number]

const error = (code: string, message: string): ToolResult => ({ answer: { error: code, message } })

const EMPTY = error('empty_cart', 'O carrinho está vazio.')
const OTHER_STORE = error('other_store', 'O carrinho é de outra loja. Transfira para uma pessoa.')
const NO_CUSTOMER = error(
  'customer_missing',
  'Falta o cadastro do cliente: peça o CPF e use find_customer ou register_customer.',
)
const NO_ADDRESS = error('address_missing', 'Falta o endereço: peça o CEP e o número da casa e use quote_delivery.')
const NEEDS_PERSON = error('needs_person', 'O carrinho é de outro cliente: transfira para uma pessoa.')
const TAKEN_OVER = error('taken_over', 'Uma pessoa assumiu a conversa.')

/** Message to a customer whose order a person finishes. */
const HANDED_OVER = 'Seu pedido está pronto. Vou passar para uma pessoa da equipe finalizar com você.'

/**
 * Makes an order of the cart, if the agent may, and sends it with its Pix code; else hands the
 * ready draft to a person. Repeated calls make one order.
 */
export const finishOrder = defineTool({
  name: 'finish_order',
  switch: 'cart',
  needs: 'store',
  description:
    'Fecha o pedido com o que está no carrinho, depois que o cliente confirmou itens, total, entrega e pagamento.',
  parameters: z.object({
    delivery: z.enum(FREIGHT_TYPES).describe('retirada na loja, ou entrega no endereço do cliente.'),
    paymentId: z.string().max(50).describe('O id de uma das formas de pagamento da empresa.'),
  }),
  async run(context, { delivery, paymentId }) {
    const { companyId, store, key, dry } = context
    const made = dry ? undefined : await orderOfKeys(companyId, [key])
    if (made) return sold(context, made)
    const { content } = await readCart(context)
    if (!content || content.itens.length === 0) return (await unsent(context)) ?? EMPTY
    if (content.storeId !== store!.id) return OTHER_STORE
    const options = await paymentOptions(companyId)
    const payment = options.find(({ id }) => id === paymentId)
    if (!payment) return error('payment_missing', `Formas de pagamento: ${namesOf(options)}`)
    if (payment.typePayment.id === PIX && store!.keyPix === '') throw new AppError('ERR_STORE_WITHOUT_PIX')
    const own = (await knownCustomer(context))?.id
    const customerId = content.customerId ?? own ?? null
    // A customer registered in a trial is stored nowhere.
    if (customerId === null && !(dry && context.state.isRegistered)) return NO_CUSTOMER
    // A customer whom an attendant chose gets the delivery at the address the attendant chose.
    if (delivery === 'entrega' && content.addressId === null && customerId !== (own ?? null)) return NEEDS_PERSON
    const ready = await readyCart(context, content, customerId, delivery)
    return 'answer' in ready ? ready : finish(context, ready, payment, content.itens)
  },
})

const namesOf = (options: readonly PaymentOption[]): string =>
  options.map(({ id, name }) => `${name} (paymentId ${id})`).join(', ')

/** Completes the cart by its customer and its delivery, and returns it. */
async function readyCart(
  context: ToolContext,
  { addressId: known }: NonNullable<Cart['content']>,
  customerId: string | null,
  typeDelivery: NonNullable<DraftInput['typeDelivery']>,
): Promise<Cart | ToolResult> {
  const delivered = typeDelivery === 'entrega'
  const addressId = delivered ? await addressFor(context, known, customerId) : null
  if (delivered && addressId === null && !(context.dry && destinationOf(context.state))) return NO_ADDRESS
  const cart = await changeCart(context, before => ({ ...before, customerId, typeDelivery, addressId }))
  return 'refused' in cart ? cart.refused : cart
}

/** Returns the address of a delivery: the cart's, else the destination the conversation keeps. */
async function addressFor(context: ToolContext, known: string | null, customerId: string | null) {
  if (known !== null || customerId === null) return known
  return (await storeKeptDestination(context, customerId))?.id ?? null
}

/** @param before the lines as they were before their prices were read anew */
async function finish(
  context: ToolContext,
  { content, draft }: Cart,
  payment: PaymentOption,
  before: readonly DraftLine[],
): Promise<ToolResult> {
  const { companyId, ticket, prompt, key, dry, state } = context
  const { storeId, customerId, addressId, itens, coupon, typeDelivery } = content!
  const decision = await decideCart(companyId, content!, addressId === null && dry ? destinationOf(state) : undefined)
  assertInStock(decision)
  const { total } = decision
  const unread = unreadTotal(context, before, decision)
  if (unread) return unread
  const payments = total > 0 ? [{ method: payment.id, value: toReais(total), change: 0, installments: 1 }] : []
  decidePayments(total, payments, [payment])
  if (!mayFinish(context, total))
    return {
      answer: { ok: true, total: reaisText(total), handedOver: true },
      lines: [{ text: HANDED_OVER }],
      handOver: `Pedido pronto para finalizar: ${reaisText(total)}, ${payment.name}.`,
    }
  if (dry) return { answer: { ok: true, total: reaisText(total) } }
  const now = await getTicket(companyId, ticket.id, true)
  if (!now || !isServed(now)) return TAKEN_OVER
  const order = await makeOrder(companyId, {
    seller: { id: prompt.id, name: prompt.name },
    ticket: now,
    body: {
      storeId: storeId!,
      customerId: customerId!,
      itens: itens.map(({ productId, amount }) => ({ productId, amount })),
      typeDelivery: typeDelivery!,
      addressId,
      coupon,
      draftId: draft!.id,
      payments,
      total: toReais(total),
    },
    keys: [draft!.id, key],
  })
  return sold(context, order)
}

/**
 * Refuses an order at another total than the customer last read, with what changed; undefined for
 * that total. The customer has read it once a later reply begins.
 */
function unreadTotal(
  context: ToolContext,
  lines: readonly DraftLine[],
  { items, total, freight, address }: Decision,
): ToolResult | undefined {
  if (readTotal(context) === total) return undefined
  const before = new Map(lines.map(({ productId, price }) => [productId, toCents(price)]))
  const dearer = items
    .filter(({ productId, price }) => before.get(productId) !== price)
    .map(({ name, price }) => `"${name}": ${reaisText(price)}`)
  const changed = dearer.length > 0 ? `Preços que mudaram: ${dearer.join(', ')}. ` : ''
  const carried = address ? `, com frete de ${reaisText(freight)}` : ''
  return {
    ...error(
      dearer.length > 0 ? 'price_changed' : 'total_not_told',
      `${changed}O total é ${reaisText(total)}${carried}. Diga ao cliente e feche só depois que ele concordar.`,
    ),
    state: withToldTotal(context, total),
  }
}

/**
 * Returns whether the agent makes an order of this total (cents)
 * itself; one of nothing is a person's.
 */
function mayFinish({ prompt: { mayFinishOrders, finishLimit } }: ToolContext, total: number): boolean {
  return mayFinishOrders && total > 0 && (finishLimit === null || total <= toCents(finishLimit))
}

/** Tells the customer of their order, and gives them its Pix code. */
async function sold({ state }: ToolContext, order: WholeBudget): Promise<ToolResult> {
  const { head, lines } = order
  const isPix =
    head.paidAt === null && head.canceledAt === null && lines.payments.some(each => each.typePaymentId === PIX)
  const texts = await orderTexts(order, { text: true, pix: isPix }).catch(withoutCode(order))
  return {
    answer: {
      ok: true,
      number: head.number,
      total: reaisText(head.total),
      told: texts.length > 1 ? 'O cliente recebe agora o pedido e o código Pix.' : 'O cliente recebe agora o pedido.',
    },
    lines: texts.map((text, i) => (i === 0 ? { text, orderId: head.id } : { text })),
    state: { ...state, toldOrderId: head.id },
  }
}

/**
 * The key of the store was found to be none: the order stands, and its text goes without a code.
 */
const withoutCode = (order: WholeBudget) => (problem: unknown) => {
  if (!(problem instanceof AppError)) throw problem
  return orderTexts(order, { text: true, pix: false })
}

/** Age (ms) up to which an order that was never sent is taken for the one that is asked for. */
const RECENT_MS = 15 * 60_000

/**
 * Returns the order that a call made which ran out of time before it could tell of it: the agent's
 * last one in this conversation, never sent.
 */
async function unsent(context: ToolContext): Promise<ToolResult | undefined> {
  const { companyId, ticket, prompt, state, dry } = context
  const id = dry ? undefined : await lastOrderOf(companyId, ticket.contact.id)
  const order = id === undefined ? undefined : await requireBudget(companyId, id)
  if (!order) return undefined
  const { head, steps } = order
  const isOwn = head.ticketId === ticket.id && head.user.id === prompt.id && head.canceledAt === null
  // An earlier call of this reply has told of it: its messages leave with the reply.
  const isTold = steps.some(({ type }) => type === 'sent') || state.toldOrderId === head.id
  return isOwn && !isTold && Date.now() - head.createdAt <= RECENT_MS ? sold(context, order) : undefined
}
