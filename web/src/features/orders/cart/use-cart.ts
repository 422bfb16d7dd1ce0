import { productStores } from '@balcao/shared/api/catalog/products.ts'
import type { ProductOffer } from '@balcao/shared/entities/product.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { priceOf, subTotalOf } from '@balcao/shared/rules/sales/order-totals.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'
import { useStore } from '#/lib/store.ts'
import { cartOf, choiceOf, draftKey, fetchDraft } from './cart.ts'

/** A line as it is shown; prices in cents. */
export type CartLine = {
  productId: string
  name: string
  amount: number
  price: number
  /** Selling price, where a promotion replaces it. */
  before: number | null
  mediaPath: string | null
  /** Stock of the product; null until it is known. */
  stock: number | null
  /** True if the store does not sell it, or not any more. */
  gone: boolean
}

/** Returns the cart of a ticket with the store's current data of each line. */
export function useCart(ticket: Pick<Ticket, 'id' | 'draftBegun'>) {
  const cart = cartOf(ticket.id)
  const { pending, ...state } = useStore(cart.state)
  const query = useQuery({
    queryKey: draftKey(ticket.id),
    queryFn: ({ signal }) => fetchDraft(ticket.id, signal),
    enabled: ticket.draftBegun,
  })
  const saved = query.data ?? null
  const choice = pending?.choice ?? choiceOf(saved)
  const { storeId } = choice
  const offers = useQueries({
    queries: choice.itens.map(({ productId }) => ({
      ...apiQuery(productStores.get, { params: { storeId: storeId ?? '', productId } }),
      enabled: storeId !== null,
    })),
  })
  const lines = choice.itens.map(({ productId, amount }, i): CartLine => {
    const item = saved?.itens.find(each => each.productId === productId)
    const preview = cart.faces.get(productId) ?? item
    const offer = offers[i]?.data as ProductOffer | undefined
    const price = offer ? priceOf(offer) : toCents(preview?.price ?? 0)
    return {
      productId,
      amount,
      price,
      name: offer?.product.name ?? preview?.name ?? '…',
      before: offer && offer.promotionPrice > 0 ? toCents(offer.sellingPrice) : null,
      mediaPath: offer ? (offer.product.thumbPath ?? offer.product.mediaPath) : (preview?.mediaPath ?? null),
      stock: offer?.stock ?? null,
      gone: offers[i]?.isError === true && !offer,
    }
  })
  return {
    cart,
    saved,
    choice,
    lines,
    /** Sum in cents. */
    subTotal: subTotalOf(lines),
    count: lines.reduce((sum, { amount }) => sum + amount, 0),
    loading: ticket.draftBegun && query.isPending && query.fetchStatus !== 'idle' && !pending,
    error: query.isError && !query.data ? query.error : null,
    retry: () => void query.refetch(),
    unsaved: pending !== null,
    ...state,
  }
}

export type CartView = ReturnType<typeof useCart>
