import type { subscription } from '@balcao/shared/api/company/invoices.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'
import { planHolds } from './public/plan-holds.ts'

type Usage = ResultOf<typeof subscription.get>['usage']

/** Shows how much of each limit of the plan is used: "6 de 100 usuários". */
export function PlanUsage({ plan, usage }: { plan: Plan; usage: Usage }) {
  const { t } = useTranslation('billing')
  return (
    <section aria-labelledby="plan-usage" className="mt-4 border-line border-t pt-4">
      <h3 id="plan-usage" className="mb-3 font-medium text-ink-2 text-sm">
        {t('usage.title')}
      </h3>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {planHolds(plan).map(({ what, count: limit }) => {
          const used = usage[what]
          const isFull = used >= limit
          return (
            <li key={what}>
              <p className="tabular">
                <span className="font-medium">
                  {t('usage.of', { used: formatNumber(used), limit: formatNumber(limit) })}
                </span>{' '}
                {t(`usage.${what}`, { count: limit })}
                {isFull && <span className="text-sm text-warning-ink"> · {t('usage.full')}</span>}
              </p>
              <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-active">
                <div
                  className={cn('h-full rounded-full', isFull ? 'bg-warning' : 'bg-accent')}
                  style={{ width: `${limit === 0 ? 100 : Math.min(100, (100 * used) / limit)}%` }}
                />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
