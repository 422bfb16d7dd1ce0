import type { ProductOffer } from '@balcao/shared/entities/product.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '#/lib/store.ts'
import { toast } from '#/lib/toast.ts'
import { cartShown } from '../public/ticket-cart.tsx'
import { lookUp } from './product-search.tsx'

/**
 * Adds the product that a message's text means; if there is no single one, the text is searched.
 */
export function useAsked(
  ticketId: string,
  storeId: string | null,
  ready: boolean,
  onText: (text: string) => void,
  onAdd: (offer: ProductOffer) => void,
) {
  const { t } = useTranslation('checkout')
  const asked = useStore(cartShown)
  const text = asked?.ticketId === ticketId ? asked.text : undefined
  const latest = useRef({ onText, onAdd })
  latest.current = { onText, onAdd }
  useEffect(() => {
    if (!text || !ready) return
    cartShown.set({ ticketId })
    const search = () => latest.current.onText(text.slice(0, 200))
    if (!storeId) {
      toast.info(t('cart.noStore'))
      return search()
    }
    lookUp(storeId, text.slice(0, 200)).then(
      found => (found && found.stock > 0 ? latest.current.onAdd(found) : search()),
      error => {
        toast.error(error)
        search()
      },
    )
  }, [text, ready, storeId, ticketId, t])
}
