import type { BudgetRow } from '@balcao/shared/entities/budget.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { cn } from '#/lib/cn.ts'

/** Shows the status of an order; for a cancelled order, that it is cancelled. */
export function OrderStatus({
  order,
  className,
}: {
  order: Pick<BudgetRow, 'statusBudGet' | 'canceledAt'>
  className?: string
}) {
  const { t } = useTranslation('budgets')
  const canceled = order.canceledAt !== null
  const text = canceled ? t('canceled') : (order.statusBudGet?.name ?? t('noStatus'))
  return (
    <Badge tone={canceled ? 'danger' : order.statusBudGet ? 'accent' : 'neutral'} className={cn('min-w-0', className)}>
      <span title={text} className="truncate">
        {text}
      </span>
    </Badge>
  )
}
