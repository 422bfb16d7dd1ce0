import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatMoney, formatRowTime } from '#/lib/format.ts'
import { apiPages } from '#/lib/queries.ts'
import { OrderStatus } from './order-status.tsx'

/** Number of orders shown; the orders screen has all. */
const SHOWN = 5

/** Shows the last orders of a contact's customer. */
export function CustomerOrders({ customerId }: { customerId: string }) {
  const { t } = useTranslation('budgets')
  // Paged as on the orders screen, so that realtime events update the rows here, too.
  const query = useInfiniteQuery(apiPages(budgets.list, { query: { customerId, limit: SHOWN } }))
  const orders = (query.data?.pages[0]?.budGets ?? []).slice(0, SHOWN)
  return (
    <section>
      <h3 className="mb-2 flex items-baseline gap-2 font-medium text-ink-2 text-sm">
        {t('past.title')}
        {orders.length > 0 && (
          <Link
            to="/budgets"
            search={{ customer: customerId }}
            className="ml-auto font-normal text-accent-ink underline-offset-4 hover:underline"
          >
            {t('past.all')}
          </Link>
        )}
      </h3>
      {query.isPending ? (
        <Skeleton className="h-16" />
      ) : query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : orders.length === 0 ? (
        <p className="text-ink-2 text-sm">{t('past.none')}</p>
      ) : (
        <ul className="flex flex-col">
          {orders.map(order => (
            <li key={order.id}>
              <Link
                to="/budgets"
                search={{ order: order.id, customer: customerId }}
                className="-mx-2 flex h-row items-center gap-2 rounded-md px-2 text-sm hover:bg-hover"
              >
                <span className="tabular min-w-0 shrink-0">{t('no', { number: order.number })}</span>
                <span className="tabular shrink-0 text-ink-2">{formatRowTime(order.emissionDate)}</span>
                <span className="flex min-w-0 flex-1">
                  <OrderStatus order={order} />
                </span>
                <span className="tabular shrink-0 font-medium">{formatMoney(order.total)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
