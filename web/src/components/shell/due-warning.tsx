import { useTranslation } from 'react-i18next'
import { daysBetween } from '#/lib/format.ts'
import { useUser } from '#/lib/session.ts'

/** A line under the top bar when fewer than five days of the subscription are left. */
export function DueWarning() {
  const { t } = useTranslation()
  const { company } = useUser()
  const days = daysBetween(Date.now(), company.dueDate)
  if (days >= 5 || days < 0) return null
  return (
    <p role="status" className="border-line border-b bg-warning-soft px-4 py-1.5 text-center text-sm text-warning-ink">
      {days === 0 ? t('top.dueToday') : t('top.dueIn', { count: days })}
    </p>
  )
}
