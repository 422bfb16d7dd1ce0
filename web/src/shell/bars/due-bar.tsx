import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { barAction } from '#/components/ui/bar-action.ts'
import { ShellBar } from '#/components/ui/shell-bar.tsx'
import { daysBetween } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { useUser } from '#/lib/session.ts'
import type { BarProps } from './bar-props.ts'

/** Days before the end from which it is shown. */
const SHOWN_DAYS = 5

/** Returns the days until the subscription, or the trial before it, ends; null while that is far. */
export function useDueDays(): number | null {
  const { company } = useUser()
  const days = daysBetween(Date.now(), company.dueDate)
  return days >= 0 && days < SHOWN_DAYS ? days : null
}

/** Shows when the subscription or trial ends; users who may pay get a link to the invoices. */
export function DueBar({ onPutOff }: BarProps) {
  const { t } = useTranslation('bars')
  const { company } = useUser()
  const mayPay = useMayAccess('admin')
  const days = useDueDays() ?? 0
  // A trial ends on the due date; from the first payment on the two dates differ.
  const isTrial = company.trialExpiration === company.dueDate
  return (
    <ShellBar
      tone="warning"
      icon={<CalendarClock aria-hidden size={16} />}
      text={days === 0 ? t(isTrial ? 'trialToday' : 'dueToday') : t(isTrial ? 'trialIn' : 'dueIn', { count: days })}
      onPutOff={onPutOff}
    >
      {mayPay && (
        <Link to="/financeiro" className={barAction}>
          {t('invoices')}
        </Link>
      )}
    </ShellBar>
  )
}
