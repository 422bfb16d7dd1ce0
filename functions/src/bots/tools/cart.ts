/**
 * Cart of an agent's conversation: the ticket's draft order, which attendants see and change too,
 * or that of a trial. A change names the version it was based on and the key of its call, so that
 * no change of a person is lost, and no call is carried out twice.
 */
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { saveDraft } from '../../data/tickets/draft-order.ts'
import { type DraftContent, readDraftWithCalls } from '../../data/tickets/draft-row.ts'
import { publishDraftOrder, publishTicket } from '../../messaging/publish-ticket.ts'
import { type DraftInput, draftContent } from '../../sales/draft-content.ts'
import { knownCustomer } from './known-customer.ts'
import type { ToolContext, ToolResult } from './tool.ts'

/**
 * Number of keys that a draft keeps: more calls than the replies that may still be repeated make.
 */
const KEPT_CALLS = 20
/** Number of times a change is decided anew because somebody else changed the cart. */
const ROUNDS = 8

/** Cart as it is: its content, and the draft it is stored in; both undefined for none. */
export type Cart = { content: DraftContent | undefined; draft: DraftOrder | undefined }

/** Refusal of a change, which changes nothing. */
export type Refusal = { refused: ToolResult }
export const refuse = (error: string, message: string): Refusal => ({ refused: { answer: { error, message } } })

export async function readCart({
  companyId,
  ticket,
  dry,
  trial,
}: ToolContext): Promise<Cart & { calls: readonly string[] }> {
  if (dry) return { content: trial?.load(), draft: undefined, calls: [] }
  const { draft, calls } = await readDraftWithCalls(companyId, ticket.id)
  return { content: draft, draft, calls }
}

/** Returns what a person may change of a cart; an empty one has the contact's customer. */
async function inputOf(context: ToolContext, content: DraftContent | undefined): Promise<DraftInput> {
  if (!content) {
    const customer = await knownCustomer(context)
    const empty = { itens: [], typeDelivery: null, addressId: null, coupon: [] }
    return { ...empty, storeId: context.store?.id ?? null, customerId: customer?.id ?? null }
  }
  const { storeId, customerId, itens, typeDelivery, addressId, coupon } = content
  return {
    // A cart without lines is of no store yet.
    storeId: itens.length > 0 ? storeId : (context.store?.id ?? storeId),
    customerId,
    itens: itens.map(({ productId, amount }) => ({ productId, amount })),
    typeDelivery,
    addressId,
    coupon,
  }
}

/**
 * Changes the cart, and returns it; unchanged where this call has changed it before. `change` is
 * called again when somebody else was first.
 * @throws ERR_DRAFT_CHANGED if others are first in every round, ERR_TICKET_CLOSED, and what
 * `draftContent` throws
 */
export async function changeCart(
  context: ToolContext,
  change: (before: DraftInput) => Promise<DraftInput | Refusal> | DraftInput | Refusal,
): Promise<Cart | Refusal> {
  for (let round = 1; ; round++) {
    const cart = await readCart(context)
    if (cart.calls.includes(context.key)) return cart
    const after = await change(await inputOf(context, cart.content))
    if ('refused' in after) return after
    try {
      return await save(context, cart, after)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const gone = error.code === 'ERR_NO_PRODUCT_FOUND' ? nameOf(cart, error.data?.productId) : undefined
      if (gone !== undefined)
        return refuse('cart_item_unavailable', `"${gone}" não é mais vendido: retire do carrinho antes.`)
      if (error.code !== 'ERR_DRAFT_CHANGED' || round >= ROUNDS) throw error
    }
  }
}

const nameOf = ({ content }: Cart, id: unknown): string | undefined =>
  content?.itens.find(({ productId }) => productId === id)?.name

async function save(context: ToolContext, cart: Cart & { calls: readonly string[] }, after: DraftInput): Promise<Cart> {
  const { companyId, ticket, prompt, key, dry, trial } = context
  // A cart that an attendant has made or changed keeps their name.
  const content = await draftContent(companyId, after, cart.content?.sellerId ?? prompt.id)
  if (dry) {
    trial?.save(content)
    return { content, draft: undefined }
  }
  const calls = [...cart.calls, key].slice(-KEPT_CALLS)
  const { draft, ticket: changed } = await saveDraft(ticket, cart.draft?.version ?? 0, content, calls)
  await Promise.all([
    publishDraftOrder(changed?.ticket ?? ticket, draft),
    changed && publishTicket(changed.ticket, changed.before),
  ])
  return { content: draft, draft }
}
