import type { CampaignCost } from '@balcao/shared/entities/campaign.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#/lib/format.ts'
import { formatCost } from '#/lib/format-cost.ts'

/** Shows what messages cost: the sum, and each country and category. */
export function CostLines({ cost, title }: { cost: CampaignCost; title: string }) {
  const { t } = useTranslation('costs')
  const { currency, amount, unpriced, parts } = cost
  const isKnown = parts.some(part => part.amount !== null)
  return (
    <div className="mt-2">
      <p className="flex items-baseline justify-between gap-3 font-medium">
        <span className="min-w-0">{title}</span>
        <span className="tabular shrink-0">{isKnown ? formatCost(amount, currency) : t('unknown')}</span>
      </p>
      <ul className="text-ink-2 text-sm">
        {parts.map(part => (
          <li key={`${part.country} ${part.category}`} className="flex items-baseline justify-between gap-3">
            <span className="tabular min-w-0">
              {t('line', {
                category: t(`category.${part.category}`),
                country: part.country ? `+${part.country}` : '–',
                shown: formatNumber(part.count),
              })}
            </span>
            <span className="tabular shrink-0">
              {part.amount === null ? t('unknown') : formatCost(part.amount, currency)}
            </span>
          </li>
        ))}
      </ul>
      {unpriced > 0 && (
        <p className="mt-1 text-sm text-warning-ink">
          {t('unpriced', { count: unpriced, shown: formatNumber(unpriced) })}
        </p>
      )}
    </div>
  )
}
