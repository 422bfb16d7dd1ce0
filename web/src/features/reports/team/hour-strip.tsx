import type { TeamRow } from '@balcao/shared/api/reports/team-report.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#/lib/format.ts'

/** Least and most colour of an hour with tickets, percent. */
const [FAINT, FULL] = [12, 85]

/**
 * Shows in which hours tickets began, the more the stronger. Screen readers have the table below.
 */
export function HourStrip({ rows }: { rows: readonly TeamRow[] }) {
  const { t } = useTranslation('teamReport')
  const most = Math.max(1, ...rows.map(({ now }) => now.opened ?? 0))
  return (
    <figure aria-hidden className="rounded-md border border-line bg-surface p-4">
      <figcaption className="mb-2 text-ink-2 text-sm">{t('hours.title')}</figcaption>
      <div className="grid grid-cols-12 gap-1 lg:grid-cols-[repeat(24,minmax(0,1fr))]">
        {rows.map(({ key, now: { opened } }) => {
          const count = opened ?? 0
          const strength = count === 0 ? 0 : FAINT + (FULL - FAINT) * (count / most)
          return (
            <div key={key} title={t('hours.cell', { hour: key, count, shown: formatNumber(count) })}>
              <div
                className="h-8 rounded-sm border border-line"
                style={{ backgroundColor: `color-mix(in srgb, var(--accent) ${strength}%, transparent)` }}
              />
              <span className="tabular block text-center text-ink-3 text-xs">{key}</span>
            </div>
          )
        })}
      </div>
    </figure>
  )
}
