import type { CampaignReport } from '@balcao/shared/entities/campaign.ts'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'

type Figure = 'total' | 'valid' | 'delivered' | 'read' | 'answered' | 'confirmed' | 'invalid' | 'optedOut' | 'failed'

/**
 * Returns the figures of a report. A recipient who answered has read the message; one who got the
 * message of a campaign that asks first has confirmed.
 */
function figuresOf({ campaign, counts, total, valid, delivered }: CampaignReport): [Figure, number][] {
  const { sent, read, answered, invalid, optedOut, failed } = counts
  return [
    ['total', total],
    ['valid', valid],
    ...(campaign.confirmation
      ? ([['confirmed', counts.confirmed + sent + counts.delivered + read + answered]] as [Figure, number][])
      : []),
    ['delivered', delivered],
    ['read', read + answered],
    ['answered', answered],
    ['invalid', invalid],
    ['optedOut', optedOut],
    ['failed', failed],
  ]
}

/** Shows the figures of a campaign, each with its total. */
export function ReportFigures({ report }: { report: CampaignReport }) {
  const { t } = useTranslation('campaignReport')
  return (
    <dl
      aria-label={t('figures')}
      className="grid shrink-0 grid-cols-3 gap-px overflow-hidden rounded-md border border-line bg-surface md:grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]"
    >
      {figuresOf(report).map(([figure, count]) => (
        <div
          key={figure}
          className="flex min-w-0 flex-col-reverse justify-end px-1.5 py-2.5 outline outline-line sm:px-3"
        >
          <dt className="truncate text-ink-2 text-xs max-sm:tracking-tight sm:text-sm" title={t(`figure.${figure}`)}>
            {t(`figure.${figure}`)}
          </dt>
          <dd
            className={cn(
              'tabular font-semibold text-lg',
              count === 0 && 'text-ink-3',
              figure === 'failed' && count > 0 && 'text-danger-ink',
            )}
          >
            {formatNumber(count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
