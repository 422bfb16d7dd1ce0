import type { subscription } from '@balcao/shared/api/company/invoices.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatDate, formatMoney } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { planHolds } from './public/plan-holds.ts'

interface PlanChangeProps {
  current: Plan
  offers: ResultOf<typeof subscription.get>['offers']
  onChoose: (plan: Plan) => void
}

/** Lists the other plans with what each costs today, by the server's sums. */
export function PlanChange({ current, offers, onChoose }: PlanChangeProps) {
  const { t } = useTranslation('billing')
  const list = useQuery(apiQuery(plans.list))
  if (list.isError)
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  if (!list.data) return <Skeleton className="h-24" />
  const offered = list.data.filter(({ id }) => offers[id])
  if (offered.every(({ id }) => id === current.id)) return <p className="text-ink-2">{t('change.none')}</p>
  return (
    <>
      <p className="mb-3 text-ink-2 text-sm">{t('change.hint')}</p>
      <ul className="divide-y divide-line">
        {offered.map(plan => {
          const { today, until, fits } = offers[plan.id]!
          const isCurrent = plan.id === current.id
          return (
            <li key={plan.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-48 flex-1">
                <p className="flex items-center gap-2 font-medium">
                  <span className="wrap-anywhere">{plan.name}</span>
                  {isCurrent && <Badge tone="accent">{t('change.current')}</Badge>}
                </p>
                <p className="text-ink-2 text-sm">
                  {planHolds(plan)
                    .map(({ what, count }) => t(`plan.${what}`, { count }))
                    .join(' · ')}
                </p>
              </div>
              <p className="tabular sm:text-right">
                <span className="block font-medium">
                  {isCurrent
                    ? t('plan.month', { value: formatMoney(plan.value) })
                    : t('change.today', { value: formatMoney(today) })}
                </span>
                {!isCurrent && (
                  <span className="block text-ink-2 text-sm">
                    {fits ? t('change.until', { date: formatDate(until) }) : t('change.tooSmall')}
                  </span>
                )}
              </p>
              {!isCurrent && (
                <Button
                  disabled={!fits}
                  onClick={() => onChoose(plan)}
                  aria-label={t('change.choose', { plan: plan.name })}
                  className="max-sm:w-full"
                >
                  {t('change.button')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
