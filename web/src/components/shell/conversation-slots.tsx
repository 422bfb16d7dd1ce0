/**
 * What features put into a conversation: the only file of it that imports them, and only when they are wanted. Orders have a button in
 * the header, a panel, an entry in the menu of a message, and a word before a ticket is closed.
 */
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useEffect } from 'react'
import { loadTexts } from '#/lib/i18n.ts'
import { onDemand, useOnDemand } from '#/lib/on-demand.ts'
import { createStore, useStore } from '#/lib/store.ts'

const button = onDemand(async () => {
  await loadTexts('checkout')
  return import('#/features/orders/cart/cart-button.tsx')
})
const panel = onDemand(async () => {
  await loadTexts('checkout')
  return import('#/features/orders/cart/cart-panel.tsx')
})

const REST_MS = 3000

/** The ticket whose cart is on screen; `text` is to be looked up in it. */
export const cartShown = createStore<{ ticketId: string; text?: string } | null>(null)

/** The cart's button in the header of a conversation; its place is kept until it comes. */
export function CartSlot({ ticket }: { ticket: Ticket }) {
  useEffect(() => {
    button.preload()
    // Once the screen has come to rest: it opens without a wait, and without a network too.
    const timer = setTimeout(panel.preload, REST_MS)
    return () => clearTimeout(timer)
  }, [])
  const CartButton = useStore(button.store)?.CartButton
  return <span className="size-control shrink-0">{CartButton && <CartButton ticket={ticket} />}</span>
}

/** Beside the conversation, or over it where there is no room. */
export function CartPanelSlot({ ticket, beside }: { ticket: Ticket; beside: boolean }) {
  const close = () => cartShown.set(null)
  const CartPanel = useOnDemand(panel, close)?.CartPanel
  return CartPanel ? <CartPanel ticket={ticket} beside={beside} onClose={close} /> : null
}

/** Asks before a closing that would take an order in the making along; at once true where there is none. */
export async function mayClose(ticket: Ticket): Promise<boolean> {
  if (!ticket.draftBegun) return true
  try {
    await button.load()
  } catch {
    // Without a network the closing fails as well, and says so.
  }
  return button.store.get()?.mayLoseDraft(ticket) ?? true
}
