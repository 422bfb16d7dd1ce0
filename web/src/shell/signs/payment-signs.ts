import { paymentNotices } from '@balcao/shared/api/company/invoices.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useStore } from '#/lib/store.ts'
import { isPutOff, putOffUntil } from '../bars/put-off.ts'
import { useDue } from '../use-due.ts'
import type { Sign } from './sign.ts'

/**
 * Returns the company's own payment, for its admins once they put its bar off, and payments of
 * companies to look at, for super users.
 */
export function usePaymentSigns(): readonly Sign[] {
  const { t } = useTranslation('signs')
  const mayPay = useMayAccess('admin')
  const isSuper = useMayAccess('super')
  const notices = useQuery({ ...apiQuery(paymentNotices.list), enabled: isSuper }).data?.paymentNotices ?? []
  const due = useDue()
  const later = useStore(putOffUntil)
  const signs: Sign[] = []
  // Until it is put off, a bar says the same with its way on; that of the last day always does.
  if (mayPay && due && (due.days < 0 || (due.days > 0 && isPutOff(later, 'due')))) {
    const { days, isTrial } = due
    signs.push({
      id: 'payment:own',
      tone: days < 0 ? 'danger' : 'warning',
      text: days < 0 ? t(isTrial ? 'trialOver' : 'overdue') : t(isTrial ? 'trialIn' : 'dueIn', { count: days }),
      link: { to: '/subscription' },
    })
  }
  if (isSuper && notices.length > 0)
    signs.push({
      id: 'payment:notices',
      tone: 'warning',
      text: t('paymentsToLookAt', { count: notices.length }),
      link: { to: '/subscription' },
    })
  return signs
}
