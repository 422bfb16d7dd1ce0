import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import type { BudgetRow } from '@balcao/shared/entities/budget.ts'
import type { StatusBudGet } from '@balcao/shared/entities/budget-status.ts'
import { useQuery } from '@tanstack/react-query'
import { Milestone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '#/components/list/selection-bar.tsx'
import { useRunInBulk } from '#/components/list/use-run-in-bulk.ts'
import { confirm } from '#/components/ui/confirm.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Returns the action that moves several orders to a status. It asks once, and says who is told. */
export function useBulkStatus(): BulkAction<BudgetRow> {
  const { t } = useTranslation('budgets')
  const statuses = useQuery(apiQuery(statusBudgets.listAll)).data ?? []
  const runInBulk = useRunInBulk<BudgetRow>(({ number }) => t('order', { number }))
  const move = async (rows: readonly BudgetRow[], { id, name, message }: StatusBudGet) => {
    const count = rows.length
    const isTold = message.trim() !== ''
    const yes = await confirm({
      title: t('bulkStatus.title', { count, status: name }),
      description: t(isTold ? 'bulkStatus.told' : 'bulkStatus.quiet'),
      confirmLabel: t('bulkStatus.yes'),
      tone: 'neutral',
    })
    if (!yes) return
    let unreached = 0
    const done = await runInBulk(rows, async row => {
      const changed = await api(budgets.update, { params: { id: row.id }, body: { statusBudGetId: id } })
      applyListEvent(queryClient, budgets.list, 'budGets', { action: 'update', row: changed })
      if (changed.notice === 'outsideWindow' || changed.notice === 'blocked') unreached++
    })
    if (done.length > 0) toast.success(t('bulkStatus.done', { count: done.length, status: name }))
    if (unreached > 0) toast.refused(t('bulkStatus.notReached', { count: unreached }))
  }
  return {
    id: 'status',
    label: t('bulkStatus.action'),
    icon: <Milestone size={16} />,
    may: ({ canceledAt }) => canceledAt === null && statuses.length > 0,
    options: statuses.map(status => ({
      id: status.id,
      label: status.name,
      run: rows => move(rows, status),
    })),
  }
}
