import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { mayOpen } from '../screens.ts'
import type { Sign } from './sign.ts'

/** Days whose orders are looked at: an older one is no matter of today. */
const DAYS = 7
/** Time after which an unpaid order is worth a sign, ms: before, its customer is still paying. */
const WAITS_MS = 60 * 60_000

/**
 * Returns how many orders await their payment, for who sells: a seller's own, everybody's for
 * supervisors and admins. Nothing where no status means paid, since nobody could act on it.
 */
export function useOrderSigns(): readonly Sign[] {
  const { t } = useTranslation('signs')
  const user = useUser()
  const enabled = mayOpen('/budgets', user, usePlan() ?? {})
  const seesAll = useMayAccess('supervisor')
  const today = dayOf(Date.now())
  const from = addDays(today, 1 - DAYS)
  const seller = seesAll ? {} : { seller: user.id }
  // The first page of the screen's own list with these filters.
  const list = useInfiniteQuery({
    ...apiPages(budgets.list, {
      query: {
        searchParam: '',
        ...(seesAll ? {} : { sellerId: user.id }),
        dateFrom: from,
        dateTo: today,
        paid: 'false',
      },
    }),
    enabled,
  })
  const before = Date.now() - WAITS_MS
  const waiting = (enabled ? (list.data?.pages ?? []) : [])
    .flatMap(page => page.budGets)
    .filter(
      ({ paidAt, canceledAt, createdAt }) => paidAt === null && canceledAt === null && Date.parse(createdAt) < before,
    )
  const count = waiting.length
  const statuses = useQuery({ ...apiQuery(statusBudgets.listAll), enabled: enabled && count > 0 }).data ?? []
  if (count === 0 || !statuses.some(({ paid }) => paid)) return []
  return [
    {
      id: 'orders:unpaid',
      tone: 'warning',
      text: t(list.hasNextPage ? 'ordersUnpaidMore' : 'ordersUnpaid', { count }),
      link: { to: '/budgets', search: { from, to: today, paid: false, ...seller } },
    },
  ]
}
