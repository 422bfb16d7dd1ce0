import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { windowLeft } from '../conversation/window-left.ts'

/** Shows in a ticket's row that its window closes within the hour. */
export function WindowSign({ closesAt, now }: { closesAt: string; now: number }) {
  const { t } = useTranslation('channels')
  const left = windowLeft(closesAt, now)
  return (
    <span
      role="img"
      aria-label={t('cloudWindow.sign', { left })}
      title={t('cloudWindow.sign', { left })}
      className="tabular flex shrink-0 items-center gap-1 text-warning-ink text-xs"
    >
      <Clock size={12} className="icon" aria-hidden />
      {left}
    </span>
  )
}
