import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { BudgetRow } from '@balcao/shared/entities/budget.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { queryClient } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

type Order = Pick<BudgetRow, 'id' | 'number' | 'userId' | 'canceledAt'>

/**
 * Returns a function that asks once and cancels an order; undefined for an order the signed-in user
 * may not cancel, or that is already cancelled.
 */
export function useCancelOrder(onDone?: () => void): (order: Order) => (() => void) | undefined {
  const { t } = useTranslation(['budgets', 'common'])
  const user = useUser()
  const supervisor = useMayAccess('supervisor')
  const { mutate } = useMutation({
    mutationFn: ({ id }: Order) => api(budgets.remove, { params: { id } }),
    onSuccess: (_, { id }) => {
      applyListEvent(queryClient, budgets.list, 'budGets', { action: 'delete', id })
      void queryClient.invalidateQueries({ queryKey: queryKey(budgets.get, { params: { id } }) })
      toast.success(t('cancel.done'))
      onDone?.()
    },
    onError: toast.error,
  })
  const ask = async (order: Order) => {
    const yes = await confirm({
      title: t('cancel.title', { number: order.number }),
      description: t('cancel.hint'),
      confirmLabel: t('cancel.action'),
      cancelLabel: t('common:action.back'),
    })
    if (yes) mutate(order)
  }
  return order =>
    order.canceledAt === null && (supervisor || order.userId === user.id) ? () => void ask(order) : undefined
}
