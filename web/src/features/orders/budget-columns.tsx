import type { BudgetRow as Order } from '@balcao/shared/entities/budget.ts'
import { useTranslation } from 'react-i18next'
import { CardFacts } from '#/components/list/card-facts.tsx'
import type { Column } from '#/components/list/column.ts'
import type { Card } from '#/components/list/list-table.tsx'
import { TailText } from '#/components/list/tail-text.tsx'
import { cn } from '#/lib/cn.ts'
import { formatDate, formatMoney, formatNumber, formatRowTime, formatTime } from '#/lib/format.ts'
import { BudgetSums } from './budget-sums.tsx'
import { OrderStatus } from './public/order-status.tsx'

/** Returns the columns of the list of orders, and an order as a card. */
export function useBudgetCells(): { columns: Column<Order>[]; card: (order: Order) => Card } {
  const { t } = useTranslation('budgets')
  const when = ({ emissionDate }: Order) => `${formatDate(emissionDate)} ${formatTime(emissionDate)}`
  return {
    columns: [
      {
        id: 'number',
        head: t('column.number'),
        end: true,
        main: true,
        named: true,
        sortKey: 'number',
        text: ({ number }) => String(number),
      },
      { id: 'date', head: t('column.date'), end: true, sortKey: 'number', text: when },
      {
        id: 'store',
        head: t('column.store'),
        text: ({ store }) => store.name,
        cell: ({ store }) => <TailText text={store.name} />,
      },
      {
        id: 'customer',
        head: t('column.customer'),
        text: ({ customer }) => customer.fullName,
        cell: ({ customer }) => <bdi className="truncate font-medium text-ink">{customer.fullName}</bdi>,
      },
      {
        id: 'status',
        head: t('column.status'),
        beside: 16,
        most: 190,
        whole: true,
        text: order => (order.canceledAt ? t('canceled') : (order.statusBudGet?.name ?? t('noStatus'))),
        cell: order => <OrderStatus order={order} />,
      },
      {
        id: 'items',
        head: t('column.items'),
        end: true,
        named: true,
        from: 1440,
        text: ({ itemCount }) => formatNumber(itemCount),
      },
      {
        id: 'negotiated',
        head: t('column.negotiated'),
        end: true,
        from: 1200,
        apart: true,
        text: ({ negotiated }) => formatMoney(negotiated),
        cell: order => <Negotiated order={order} />,
      },
      {
        id: 'total',
        head: t('column.total'),
        end: true,
        apart: true,
        text: ({ total }) => formatMoney(total),
        cell: order => <Total order={order} />,
      },
      { id: 'seller', head: t('column.seller'), from: 1200, most: 180, text: ({ user }) => user.name },
    ],
    card: order => ({
      title: (
        <bdi title={order.customer.fullName} className="truncate">
          {order.customer.fullName}
        </bdi>
      ),
      line: <Facts order={order} />,
      end: (
        <>
          <Total order={order} />
          <span className="tabular mt-0.5 text-ink-2 text-sm">{formatRowTime(order.emissionDate)}</span>
        </>
      ),
    }),
  }
}

function Negotiated({ order }: { order: Order }) {
  const { t } = useTranslation('budgets')
  const value = formatMoney(order.negotiated)
  return (
    <BudgetSums order={order} label={t('sums.negotiatedOf', { number: order.number, value })} className="h-8 truncate">
      {value}
    </BudgetSums>
  )
}

function Total({ order }: { order: Order }) {
  const { t } = useTranslation('budgets')
  const value = formatMoney(order.total)
  const isCanceled = order.canceledAt !== null
  return (
    <BudgetSums
      order={order}
      label={t('sums.totalOf', { number: order.number, value })}
      className={cn('truncate font-medium text-ink', isCanceled && 'text-ink-2 line-through')}
    >
      {value}
    </BudgetSums>
  )
}

/** Shows the status of an order and its facts. The store has no room on a phone. */
function Facts({ order }: { order: Order }) {
  const { t } = useTranslation('budgets')
  const { number, user, itemCount, negotiated, total } = order
  return (
    <CardFacts>
      <OrderStatus order={order} className="max-w-36" />
      <span>{t('no', { number })}</span>
      <bdi title={user.name}>{user.name.split(' ')[0]}</bdi>
      <span>{t('itemCount', { count: itemCount })}</span>
      {negotiated !== total && <span>{`${t('column.negotiated')} ${formatMoney(negotiated)}`}</span>}
    </CardFacts>
  )
}
