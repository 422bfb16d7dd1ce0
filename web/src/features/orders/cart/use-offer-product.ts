import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptingFirst } from '#/features/tickets/public/accepting-first.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Sends a store's product to the contact of a ticket. Until the sending of a product is confirmed,
 * another click repeats the same one.
 */
export function useOfferProduct(ticketId: string, storeId: string | null) {
  const { t } = useTranslation('checkout')
  const clientIds = useRef(new Map<string, string>())
  return useMutation({
    mutationFn: async (productId: string) => {
      if (!storeId) return
      const key = `${storeId}/${productId}`
      const clientId = clientIds.current.get(key) ?? crypto.randomUUID()
      clientIds.current.set(key, clientId)
      await acceptingFirst(ticketId, () => api(budgets.offer, { body: { ticketId, storeId, productId, clientId } }))
      clientIds.current.delete(key)
      toast.success(t('offer.sent'))
    },
    onError: toast.error,
  })
}
