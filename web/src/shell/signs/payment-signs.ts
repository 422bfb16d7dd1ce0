import { paymentNotices } from '@balcao/shared/api/company/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { daysBetween } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import type { Sign } from './sign.ts'

/** Days before the due date from which the payment is a sign. */
const SHOWN_DAYS = 5

/** The company's own payment, for its admins; payments of companies to look at, for super users. */
export function usePaymentSigns(): readonly Sign[] {
  const { t } = useTranslation('signs')
  const { company } = useUser()
  const mayPay = useMayAccess('admin')
  const isSuper = useMayAccess('super')
  const notices = useQuery({ ...apiQuery(paymentNotices.list), enabled: isSuper }).data?.paymentNotices ?? []
  const days = daysBetween(Date.now(), company.dueDate)
  const isTrial = company.trialExpiration === company.dueDate
  const own: Sign = {
    id: 'payment:own',
    tone: days <= 0 ? 'danger' : 'warning',
    text:
      days < 0
        ? t(isTrial ? 'trialOver' : 'overdue')
        : days === 0
          ? t(isTrial ? 'trialToday' : 'dueToday')
          : t(isTrial ? 'trialIn' : 'dueIn', { count: days }),
    link: { to: '/subscription' },
  }
  const toLookAt: Sign = {
    id: 'payment:notices',
    tone: 'warning',
    text: t('paymentsToLookAt', { count: notices.length }),
    link: { to: '/subscription' },
  }
  return [...(mayPay && days < SHOWN_DAYS ? [own] : []), ...(isSuper && notices.length > 0 ? [toLookAt] : [])]
}
