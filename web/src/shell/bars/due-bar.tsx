import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { barAction } from '#/components/ui/bar-action.ts'
import { ShellBar } from '#/components/ui/shell-bar.tsx'
import { useDue } from '../use-due.ts'
import type { BarProps } from './bar-props.ts'

/** Shows to those who may pay when the subscription or trial ends, with the way to the invoices. */
export function DueBar({ onPutOff }: BarProps) {
  const { t } = useTranslation('bars')
  const { days, isTrial } = useDue() ?? { days: 0, isTrial: false }
  return (
    <ShellBar
      tone="warning"
      icon={<CalendarClock aria-hidden size={16} />}
      text={days === 0 ? t(isTrial ? 'trialToday' : 'dueToday') : t(isTrial ? 'trialIn' : 'dueIn', { count: days })}
      onPutOff={onPutOff}
    >
      <Link to="/financeiro" className={barAction}>
        {t('invoices')}
      </Link>
    </ShellBar>
  )
}
