import { plans } from '@balcao/shared/api/company/plans.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { cn } from '#/lib/cn.ts'
import { formatMoney } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { planHolds } from './public/plan-holds.ts'

interface CheckoutPlansProps {
  /** Plan of the invoice, chosen at first. */
  current: string
  chosen: Plan | null
  onChoose: (plan: Plan) => void
}

/** Shows the second step: the plan that is paid for. Free plans are left out. */
export function CheckoutPlans({ current, chosen, onChoose }: CheckoutPlansProps) {
  const { t } = useTranslation('billing')
  const list = useQuery(apiQuery(plans.list))
  const own = useQuery({ ...apiQuery(plans.get, { params: { id: current } }), enabled: list.isSuccess })
  const offered = (list.data ?? []).filter(plan => plan.value > 0)
  const all = own.data && !offered.some(plan => plan.id === current) ? [own.data, ...offered] : offered
  const first = all.find(plan => plan.id === current)
  useEffect(() => {
    if (!chosen && first) onChoose(first)
  }, [chosen, first, onChoose])
  if (list.isError)
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  if (list.isPending) return <Skeleton className="h-40" />
  return (
    <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
      <legend className="sr-only">{t('checkout.heading.plan')}</legend>
      {all.map(plan => (
        <label
          key={plan.id}
          className={cn(
            'flex min-w-0 cursor-pointer flex-col gap-1 rounded-md border p-4 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent',
            plan.id === chosen?.id ? 'border-accent bg-accent-soft' : 'border-line-strong',
          )}
        >
          <span className="flex items-center gap-2">
            <input
              type="radio"
              name="plan"
              value={plan.id}
              checked={plan.id === chosen?.id}
              onChange={() => onChoose(plan)}
              className="size-4 shrink-0 accent-(--accent)"
            />
            <span className="min-w-0 truncate font-semibold">{plan.name}</span>
          </span>
          <span className="tabular font-semibold text-lg">{t('plan.month', { value: formatMoney(plan.value) })}</span>
          <span className="text-ink-2 text-sm">
            {planHolds(plan)
              .map(({ what, count }) => t(`plan.${what}`, { count }))
              .join(' · ')}
          </span>
          {plan.id === current && <span className="text-accent-ink text-sm">{t('plan.current')}</span>}
        </label>
      ))}
    </fieldset>
  )
}
