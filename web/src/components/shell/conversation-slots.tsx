/**
 * What features put into a conversation: the only file of it that imports them, and only when they are wanted. Orders have a button in
 * the header, a panel, an entry in the menu of a message, and a word before a ticket is closed; the contact has its dialog.
 */
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { lazy, useEffect } from 'react'
import { loadTexts } from '#/lib/i18n.ts'
import { onDemand, useOnDemand } from '#/lib/on-demand.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { readUnsent, writeUnsent } from '#/lib/unsent.ts'

/** Small: the panel itself comes after it. */
const cart = onDemand(async () => {
  await loadTexts('checkout')
  return import('#/features/orders/cart/cart-button.tsx')
})

/** The ticket whose cart is on screen; `text` is to be looked up in it. */
export const cartShown = createStore<{ ticketId: string; text?: string } | null>(null)

/** The cart's button in the header of a conversation; its place is kept until it comes. */
export function CartSlot({ ticket }: { ticket: Ticket }) {
  useEffect(cart.preload, [])
  const CartButton = useStore(cart.store)?.CartButton
  return <span className="size-control shrink-0">{CartButton && <CartButton ticket={ticket} />}</span>
}

const close = () => cartShown.set(null)

/** Beside the conversation, or over it where there is no room. */
export function CartPanelSlot({ ticket, beside }: { ticket: Ticket; beside: boolean }) {
  const CartHost = useOnDemand(cart, close)?.CartHost
  return CartHost ? <CartHost ticket={ticket} beside={beside} onClose={close} /> : null
}

/** The contact's own dialog, over its ticket. */
export const ContactSlot = lazy(async () => {
  const [file] = await Promise.all([import('#/features/contacts/contact-dialog.tsx'), loadTexts('contacts')])
  return { default: file.ContactDialog }
})

/** Asks before a closing or return that removes the order begun; resolves true at once where there is none. */
export async function mayClose(ticket: Ticket): Promise<boolean> {
  const isUnsaved = cart.store.get()?.hasUnsaved(ticket.id) || readUnsent('cart', ticket.id) !== null
  if (!ticket.draftBegun && !isUnsaved) return true
  // Without a network the closing fails as well, and says so.
  await cart.load().catch(() => undefined)
  return cart.store.get()?.mayLoseDraft(ticket) ?? true
}

/** Removes what this browser has of the order begun in a ticket that left the open state; the server removed its part. */
export function forgetDraft(ticketId: string): void {
  cart.store.get()?.forgetDraft(ticketId)
  writeUnsent('cart', ticketId, null)
}
