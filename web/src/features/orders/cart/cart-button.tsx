import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { ShoppingCart } from 'lucide-react'
import { type ComponentProps, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#/components/ui/badge.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { fetchOrCached } from '#/lib/fetch-or-cached.ts'
import { isolate } from '#/lib/isolate.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { queryClient } from '#/lib/queries.ts'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { cartShown } from '../public/ticket-cart.tsx'
import { cartOf, choiceOf, draftKey, fetchDraft } from './cart.ts'
import type { CartPanel } from './cart-panel.tsx'

const panel = lazyModule(() => import('./cart-panel.tsx'))

/**
 * Time after a conversation is idle at which the cart is loaded, ms: it then opens without a wait,
 * and without a network, too.
 */
const REST_MS = 3000

/** Shows the cart once it has loaded. */
export function CartHost(props: ComponentProps<typeof CartPanel>) {
  const Panel = useLazyModule(panel, props.onClose)?.CartPanel
  return Panel ? <Panel {...props} /> : null
}

/** Opens the cart, and shows the number of its items. */
export function CartButton({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('checkout')
  useEffect(() => {
    const timer = setTimeout(panel.preload, REST_MS)
    return () => clearTimeout(timer)
  }, [])
  const { pending } = useStore(cartOf(ticket.id).state)
  const { data } = useQuery({
    queryKey: draftKey(ticket.id),
    queryFn: ({ signal }) => fetchDraft(ticket.id, signal),
    enabled: ticket.draftBegun,
  })
  const shown = useStore(cartShown)?.ticketId === ticket.id
  const items = (pending?.choice ?? choiceOf(data ?? null)).itens
  const count = items.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <span className="relative inline-flex">
      <IconButton
        id="cart-button"
        label={count > 0 ? t('cart.openCount', { count }) : t('cart.open')}
        icon={<ShoppingCart size={18} />}
        aria-pressed={shown}
        onClick={() => cartShown.set(shown ? null : { ticketId: ticket.id })}
      />
      {count > 0 && (
        <span aria-hidden className="-top-1 -right-1 pointer-events-none absolute">
          <CountBadge count={count} />
        </span>
      )}
    </span>
  )
}

/** Returns whether this browser has unsaved changes of a ticket's cart. */
export const hasUnsaved = (ticketId: string): boolean => cartOf(ticketId).state.get().pending !== null

/**
 * Removes this browser's copy of a ticket's draft order; the server removed its own with the open
 * state.
 */
export const forgetDraft = (ticketId: string): void => cartOf(ticketId).forget()

/**
 * Asks before a closing or return that deletes a draft order with items; returns whether it may go
 * on.
 */
export async function mayLoseDraft(ticket: Ticket): Promise<boolean> {
  const { pending } = cartOf(ticket.id).state.get()
  try {
    const choice = pending?.choice ?? choiceOf(await knownDraft(ticket.id))
    if (choice.itens.length === 0) return true
  } catch (error) {
    toast.error(error)
    return false
  }
  return confirm({
    title: i18next.t('checkout:closing.title', { name: isolate(ticket.contact.name) }),
    description: i18next.t('checkout:closing.description'),
    confirmLabel: i18next.t('checkout:closing.confirm'),
  })
}

/** Returns the draft order, requested once: realtime events keep it fresh. */
const knownDraft = (ticketId: string) =>
  fetchOrCached(queryClient, {
    queryKey: draftKey(ticketId),
    queryFn: ({ signal }) => fetchDraft(ticketId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
