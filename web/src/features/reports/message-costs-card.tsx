import { messageCosts } from '@balcao/shared/api/reports/message-costs.ts'
import type { DayCost } from '@balcao/shared/entities/message-cost.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PendingState } from '#/components/pending-state.tsx'
import { formatNumber } from '#/lib/format.ts'
import { formatCost, formatPartialCost } from '#/lib/format-cost.ts'
import { apiQuery } from '#/lib/queries.ts'

type Sum = { category: DayCost['category']; count: number; cost: number; isUnknown: boolean }

/** Returns the sums of a period by category, the largest first. */
function byCategory(days: readonly DayCost[]): Sum[] {
  const sums = [...Map.groupBy(days, ({ category }) => category)].map(([category, all]) => ({
    category,
    count: all.reduce((sum, { count }) => sum + count, 0),
    cost: all.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    isUnknown: all.some(({ cost }) => cost === null),
  }))
  return sums.toSorted((a, b) => b.cost - a.cost || b.count - a.count)
}

/** Shows what messages over official numbers cost in a period, by category. */
export function MessageCostsCard({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('costs')
  const costs = useQuery({
    ...apiQuery(messageCosts.get, { query: { from, to } }),
    placeholderData: keepPreviousData,
  })
  const sums = byCategory(costs.data?.days ?? [])
  const total = sums.reduce((sum, { cost }) => sum + cost, 0)
  const hasTotal = sums.some(({ cost, isUnknown }) => cost > 0 || !isUnknown)
  const currency = costs.data?.currency ?? 'BRL'
  return (
    <section aria-labelledby="message-costs" className="min-w-0 rounded-md border border-line bg-surface p-4">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id="message-costs" className="font-semibold">
          {t('dashboard.title')}
        </h2>
        {hasTotal && <span className="tabular font-semibold text-lg">{formatCost(total, currency)}</span>}
      </div>
      {costs.data === undefined ? (
        <PendingState query={costs} title={t('dashboard.failed')} className="h-24" />
      ) : sums.length === 0 ? (
        <p className="py-6 text-center text-ink-2">{t('dashboard.empty')}</p>
      ) : (
        <>
          <ul>
            {sums.map(({ category, count, cost, isUnknown }) => (
              <li key={category} className="tabular flex items-baseline gap-3 border-line border-t py-1.5">
                <span className="min-w-0 flex-1">
                  {t(`category.${category}`)}
                  <span className="text-ink-2 text-sm">
                    {' '}
                    · {t('dashboard.messages', { count, shown: formatNumber(count) })}
                  </span>
                </span>
                <span className="shrink-0">{formatPartialCost(cost, currency, isUnknown, t('unknown'))}</span>
              </li>
            ))}
          </ul>
          {sums.some(({ isUnknown }) => isUnknown) && (
            <p className="mt-2 text-sm text-warning-ink">{t('dashboard.unknown')}</p>
          )}
        </>
      )}
    </section>
  )
}
