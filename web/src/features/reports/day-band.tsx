import type { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { dayVerdict, percentChange } from '@balcao/shared/rules/comparison.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { formatMoney } from '#/lib/format.ts'
import { percentText } from './figure-text.tsx'

type Answer = ResultOf<typeof dashboard.get>

const ICONS = { better: CircleCheck, usual: CircleCheck, worse: CircleAlert, unknown: CircleDot }
const INKS = { better: 'text-success-ink', usual: 'text-ink-2', worse: 'text-warning-ink', unknown: 'text-ink-2' }

const figuresOf = ({ made, revenue }: Answer['today']['usual']) => ({ made, revenue: toCents(revenue) })

const SUNDAY_OR_SATURDAY = [0, 6]

/**
 * Says in one line whether the day goes well: beside the same weekday a week ago up to this hour.
 */
export function DayBand({ today, pending, sells }: { today: Answer['today']; pending: number; sells: boolean }) {
  const { t } = useTranslation('reports')
  const [soFar, usual] = [figuresOf(today.soFar), figuresOf(today.usual)]
  const verdict = dayVerdict(soFar, usual)
  const percent = percentChange(soFar.revenue, usual.revenue) ?? percentChange(soFar.made, usual.made)
  const Icon = ICONS[verdict]
  const noon = new Date(`${today.day}T12:00:00Z`)
  const weekday = new Intl.DateTimeFormat(i18next.language, { weekday: 'long', timeZone: 'UTC' }).format(noon)
  const parts = [
    ...(sells ? [t('day.orders', { count: today.orders, value: formatMoney(today.revenue) })] : []),
    t('day.made', { count: today.made }),
  ]
  return (
    <section
      aria-label={t('day.label')}
      className="flex items-start gap-3 rounded-md border border-line bg-surface px-4 py-3"
    >
      <Icon aria-hidden size={20} className={cn('icon mt-0.5 shrink-0', INKS[verdict])} />
      <p className="min-w-0">
        <span className="font-semibold">{t(`day.${verdict}`)}</span>{' '}
        <span className="tabular">{parts.join(' · ')}</span>
        {' · '}
        {pending > 0 ? (
          <Link to="/tickets" className="font-medium text-accent-ink underline underline-offset-2">
            {t('day.waiting', { count: pending })}
          </Link>
        ) : (
          <span>{t('day.nobody')}</span>
        )}
        {percent !== null && (
          <span className="tabular block text-ink-2 text-sm">
            {t(`day.${percent === 0 ? 'as' : 'than'}${SUNDAY_OR_SATURDAY.includes(noon.getUTCDay()) ? 'Sunday' : ''}`, {
              change: `${percent > 0 ? '+' : '−'}${percentText(percent)}`,
              weekday,
              hour: today.hour,
            })}
          </span>
        )}
      </p>
    </section>
  )
}
