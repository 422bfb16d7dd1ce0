/**
 * The cart of a ticket, in its conversation: a button in the header, a panel, and a question before
 * the ticket is closed. All of it is fetched on demand.
 */
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useEffect } from 'react'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { readUnsent, writeUnsent } from '#/lib/unsent.ts'

/** The button and what opens the panel, which is fetched after them. */
const cart = lazyModule(() => import('../cart/cart-button.tsx'), 'checkout')

/** Ticket whose cart is on screen; `text` is the text to look up in it. */
export const cartShown = createStore<{ ticketId: string; text?: string } | null>(null)

/**
 * Shows the cart's button in the header of a conversation; its place is kept until it has loaded.
 */
export function TicketCartButton({ ticket }: { ticket: Ticket }) {
  useEffect(cart.preload, [])
  const CartButton = useStore(cart.store)?.CartButton
  return <span className="size-control shrink-0">{CartButton && <CartButton ticket={ticket} />}</span>
}

const close = () => cartShown.set(null)

/** Shows the cart beside the conversation, or over it where there is no room. */
export function TicketCartPanel({ ticket, beside }: { ticket: Ticket; beside: boolean }) {
  const CartHost = useLazyModule(cart, close)?.CartHost
  return CartHost ? <CartHost ticket={ticket} beside={beside} onClose={close} /> : null
}

/**
 * Asks before a closing or return that deletes the draft order; resolves true at once where there
 * is none.
 */
export async function mayClose(ticket: Ticket): Promise<boolean> {
  const isUnsaved = cart.store.get()?.hasUnsaved(ticket.id) || readUnsent('cart', ticket.id) !== null
  if (!ticket.draftBegun && !isUnsaved) return true
  // Without a network the closing fails as well, and says so.
  await cart.load().catch(() => undefined)
  return cart.store.get()?.mayLoseDraft(ticket) ?? true
}

/**
 * Removes this browser's copy of the draft order of a ticket that is no longer open; the server has
 * removed its own.
 */
export function forgetDraft(ticketId: string): void {
  cart.store.get()?.forgetDraft(ticketId)
  writeUnsent('cart', ticketId, null)
}
