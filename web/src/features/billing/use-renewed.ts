import { companies } from '@balcao/shared/api/company/companies.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { updateSessionUser, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Interval between reads, ms, beside the event, which a sleeping phone may have missed. */
const ASK_MS = 10_000
/** Milliseconds from the toast to the start page (decision 0022). */
const LEAVE_MS = 4000

/**
 * Waits for another due date of the company, while `waiting`; then shows it and opens the start
 * page. Returns the date once it has changed.
 */
export function useRenewed(waiting: boolean): string | null {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const { companyId, company } = useUser()
  const [before] = useState(company.dueDate)
  const asked = useQuery({
    ...apiQuery(companies.get, { params: { id: companyId } }),
    enabled: waiting,
    refetchInterval: ASK_MS,
  })
  const dueDate = [company.dueDate, asked.data?.dueDate].find(date => date && date !== before) ?? null
  const renewed = waiting ? dueDate : null
  useEffect(() => {
    if (!renewed) return
    updateSessionUser(user => ({ ...user, company: { ...user.company, dueDate: renewed } }))
    toast.success(t('renewed', { date: formatDate(renewed) }))
    const timer = setTimeout(() => void navigate({ to: '/' }), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [renewed, navigate, t])
  return renewed
}
