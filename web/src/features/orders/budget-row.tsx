import type { BudgetRow as Order } from '@balcao/shared/entities/budget.ts'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { cn } from '#/lib/cn.ts'
import { formatDate, formatMoney, formatRowTime } from '#/lib/format.ts'
import { BudgetSums } from './budget-sums.tsx'
import { OrderStatus } from './public/order-status.tsx'

/** Height of the line with the heads of the columns, px. */
export const HEAD_HEIGHT = 36

/** Width of each column, in the head and in every row. */
const columns = {
  store: 'min-w-0 flex-1',
  date: 'w-20 shrink-0 tabular',
  number: 'w-14 shrink-0 tabular text-right',
  customer: 'min-w-0 flex-2',
  status: 'w-28 shrink-0',
  items: 'w-10 shrink-0 tabular text-right',
  money: 'w-26 shrink-0 text-right',
  seller: 'w-28 shrink-0',
  actions: 'w-16 shrink-0',
}

/** Shows the heads of the list's columns, as wide as those of its rows. */
export function BudgetHead() {
  const { t } = useTranslation('budgets')
  return (
    <div
      aria-hidden
      style={{ height: HEAD_HEIGHT }}
      className="sticky top-0 z-20 flex items-center gap-3 border-line border-b bg-bg px-3 font-medium text-ink-2 text-xs"
    >
      <span className="flex min-w-0 flex-1 items-center gap-4">
        <span className={columns.store}>{t('column.store')}</span>
        <span className={columns.date}>{t('column.date')}</span>
        <span className={columns.number}>{t('column.number')}</span>
        <span className={columns.customer}>{t('column.customer')}</span>
        <span className={columns.status}>{t('column.status')}</span>
        <span className={columns.items}>{t('column.items')}</span>
      </span>
      <span className={columns.money}>{t('column.negotiated')}</span>
      <span className={columns.money}>{t('column.total')}</span>
      <span className={columns.seller}>{t('column.seller')}</span>
      <span className={cn(columns.actions, 'text-right')}>{t('column.actions')}</span>
    </div>
  )
}

interface BudgetRowProps {
  order: Order
  /** True if the row is one line with every column (40 px), or two lines (64 px). */
  oneLine: boolean
  active: boolean
  onOpen: () => void
  /** Cancels the order; undefined for users other than its seller and admins. */
  onCancel: (() => void) | undefined
}

export function BudgetRow({ order, oneLine, active, onOpen, onCancel }: BudgetRowProps) {
  const { t } = useTranslation('budgets')
  const { number, store, customer, user, itemCount } = order
  const negotiated = formatMoney(order.negotiated)
  const total = formatMoney(order.total)
  const totalLabel = t('sums.totalOf', { number, value: total })
  const name = t('order', { number })
  const canceled = order.canceledAt !== null && 'text-ink-2 line-through'
  return (
    <ListRow active={active}>
      {oneLine ? (
        <>
          <RowOpener oneLine onOpen={onOpen}>
            <Text className={columns.store} text={store.name} />
            <span className={columns.date}>{formatDate(order.emissionDate)}</span>
            <span className={cn(columns.number, 'font-medium')}>
              <span className="sr-only">{t('column.number')} </span>
              {number}
            </span>
            <Text className={cn(columns.customer, 'font-medium')} text={customer.fullName} />
            <span className={cn(columns.status, 'flex')}>
              <OrderStatus order={order} />
            </span>
            <span className={columns.items}>
              {itemCount}
              <span className="sr-only"> {t('column.items')}</span>
            </span>
          </RowOpener>
          <BudgetSums
            order={order}
            label={t('sums.negotiatedOf', { number, value: negotiated })}
            className={cn(columns.money, 'h-8 truncate text-ink-2')}
          >
            {negotiated}
          </BudgetSums>
          <BudgetSums
            order={order}
            label={totalLabel}
            className={cn(columns.money, 'h-8 truncate font-medium', canceled)}
          >
            {total}
          </BudgetSums>
          <Text className={cn(columns.seller, 'text-ink-2')} text={user.name} />
        </>
      ) : (
        <>
          <RowOpener oneLine={false} onOpen={onOpen}>
            <Text className="w-full font-medium" text={customer.fullName} />
            <span className="mt-0.5 flex w-full min-w-0 items-center gap-2 text-ink-2 text-sm">
              <OrderStatus order={order} className="max-w-28 shrink-0" />
              <span className="tabular min-w-0 truncate">
                {t('no', { number })} · {store.name} · {t('itemCount', { count: itemCount })}
                {order.negotiated !== order.total && ` · ${t('column.negotiated')} ${negotiated}`} · {user.name}
              </span>
            </span>
          </RowOpener>
          <span className="flex shrink-0 flex-col items-end">
            <BudgetSums order={order} label={totalLabel} className={cn('font-medium', canceled)}>
              {total}
            </BudgetSums>
            <span className="tabular mt-0.5 text-ink-2 text-sm">{formatRowTime(order.emissionDate)}</span>
          </span>
        </>
      )}
      <RowActions
        name={name}
        onEdit={oneLine ? onOpen : undefined}
        onDelete={onCancel}
        keepRoom
        className={oneLine ? cn(columns.actions, 'justify-end') : '-mr-2'}
      />
    </ListRow>
  )
}

function Text({ text, className }: { text: string; className: string }) {
  return (
    <span title={text} className={cn('truncate', className)}>
      <bdi>{text}</bdi>
    </span>
  )
}
