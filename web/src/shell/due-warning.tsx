import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { daysBetween } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { useUser } from '#/lib/session.ts'

/**
 * Shows a line under the top bar when fewer than five days of the subscription, or of the trial
 * before it, are left; users who may pay get a link to the invoices.
 */
export function DueWarning() {
  const { t } = useTranslation()
  const { company } = useUser()
  const mayPay = useMayAccess('admin')
  const days = daysBetween(Date.now(), company.dueDate)
  if (days >= 5 || days < 0) return null
  // A trial ends on the due date; from the first payment on the two dates differ.
  const trial = company.trialExpiration === company.dueDate
  return (
    <p
      role="status"
      className="border-line border-b bg-warning-soft px-4 py-1.5 text-center text-sm text-warning-ink touch:has-[a]:py-0"
    >
      {days === 0
        ? t(trial ? 'top.trialToday' : 'top.dueToday')
        : t(trial ? 'top.trialIn' : 'top.dueIn', { count: days })}
      {mayPay && (
        <>
          {' '}
          <Link
            to="/financeiro"
            className="font-medium underline underline-offset-2 touch:inline-flex touch:min-h-control touch:min-w-control touch:items-center touch:justify-center"
          >
            {t('top.dueInvoices')}
          </Link>
        </>
      )}
    </p>
  )
}
