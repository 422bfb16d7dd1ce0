import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { useQuery } from '@tanstack/react-query'
import { ShoppingBasket } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#/lib/format.ts'
import { draftKey, fetchDraft } from '../cart/cart.ts'

/**
 * Shows that a ticket has an order in the making, and what it comes to so far, whoever put it
 * together: an attendant or an agent. Events keep it current.
 */
export function BasketSign({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('checkout')
  const { data } = useQuery({
    queryKey: draftKey(ticketId),
    queryFn: ({ signal }) => fetchDraft(ticketId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data || data.itens.length === 0) return null
  const value = formatMoney(data.itens.reduce((sum, { total }) => sum + toCents(total), 0) / 100)
  return (
    <span
      role="img"
      aria-label={t('cart.basket', { value })}
      className="tabular flex shrink-0 items-center gap-1 font-medium text-accent-ink text-xs"
    >
      <ShoppingBasket size={12} className="icon" aria-hidden />
      <span aria-hidden>{value}</span>
    </span>
  )
}
