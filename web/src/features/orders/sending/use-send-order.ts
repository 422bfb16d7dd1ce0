import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Budget } from '@balcao/shared/entities/budget.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { acceptingFirst } from '#/features/tickets/public/accepting-first.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Sends an order's text or Pix code into its conversation. Until the sending is confirmed, another
 * click repeats the same one.
 */
export function useSendOrder(
  { id, ticketId }: Pick<Budget, 'id' | 'ticketId'>,
  what: { text: true } | { pix: true },
  onSent: () => void,
) {
  const client = useQueryClient()
  const clientId = useRef(crypto.randomUUID())
  return useMutation({
    mutationFn: () => {
      const send = () => api(budgets.send, { params: { id }, body: { ...what, clientId: clientId.current } })
      return ticketId ? acceptingFirst(ticketId, send) : send()
    },
    onSuccess: sent => {
      clientId.current = crypto.randomUUID()
      client.setQueryData(queryKey(budgets.get, { params: { id } }), sent)
      onSent()
    },
    onError: toast.error,
  })
}
