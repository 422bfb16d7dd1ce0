import type { BudgetRow } from '@balcao/shared/entities/budget.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { cn } from '#/lib/cn.ts'
import { formatMoney } from '#/lib/format.ts'

interface BudgetSumsProps {
  order: BudgetRow
  /** Label of the control, for screen readers, which do not see its column. */
  label: string
  className?: string
  children: ReactNode
}

/** Shows an amount of an order that opens its parts. */
export function BudgetSums({ order, label, className, children }: BudgetSumsProps) {
  const { t } = useTranslation('budgets')
  const { number } = order
  return (
    <Popover>
      <PopoverTrigger>
        <button
          type="button"
          aria-label={label}
          className={cn(
            'tabular relative z-10 min-h-6 shrink-0 rounded-md text-right decoration-dotted underline-offset-4 hover:underline',
            className,
          )}
        >
          {children}
        </button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('sums.of', { number })} className="w-64">
        <SumLines order={order} route />
      </PopoverContent>
    </Popover>
  )
}

type Summed = Pick<BudgetRow, 'route' | 'subTotal' | 'freight' | 'discount' | 'increase' | 'total' | 'negotiated'>

/** Shows the sums of an order, line by line. */
export function SumLines({ order, route }: { order: Summed; route?: boolean }) {
  const { t } = useTranslation('budgets')
  return (
    <dl className="flex flex-col gap-1">
      {route && <Line title={t('sums.route')}>{order.route || t('sums.noRoute')}</Line>}
      <Line title={t('sums.subTotal')}>{formatMoney(order.subTotal)}</Line>
      <Line title={t('sums.freight')}>{formatMoney(order.freight)}</Line>
      <Line title={t('sums.discount')}>{formatMoney(order.discount === 0 ? 0 : -order.discount)}</Line>
      <Line title={t('sums.increase')}>{formatMoney(order.increase)}</Line>
      <Line title={t('sums.total')} className="mt-1 border-line border-t pt-2 font-semibold">
        {formatMoney(order.total)}
      </Line>
      <Line title={t('sums.negotiated')}>{formatMoney(order.negotiated)}</Line>
    </dl>
  )
}

function Line({ title, className, children }: { title: string; className?: string; children: string }) {
  return (
    <div className={cn('flex items-baseline gap-3', className)}>
      <dt className={className ? undefined : 'text-ink-2'}>{title}</dt>
      <dd title={children} className="tabular ml-auto min-w-0 truncate text-right">
        {children}
      </dd>
    </div>
  )
}
