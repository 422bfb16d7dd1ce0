import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Budget, BudgetItem } from '@balcao/shared/entities/budget.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessagesSquare, Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Sheet } from '#/components/ui/dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Picture } from '#/components/ui/picture.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatMoney, formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { SumLines } from './budget-sums.tsx'
import { OrderSending } from './sending/order-sending.tsx'
import { placeLines } from './sending/place-lines.ts'
import { useCancelOrder } from './use-cancel-order.ts'

/** Shows a whole order: lines, amounts, address, history; and the actions still possible. */
export function BudgetSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['budgets', 'common'])
  const query = useQuery(apiQuery(budgets.get, { params: { id } }))
  const order = query.data
  const cancel = useCancelOrder()
  const onCancel = order && cancel(order)
  return (
    <Sheet
      open
      onOpenChange={open => !open && onClose()}
      size="lg"
      title={order ? t('order', { number: order.number }) : t('title')}
      footer={
        order && (onCancel || order.ticketId) ? (
          <>
            {onCancel && (
              <Button variant="danger-ghost" className="mr-auto" onClick={onCancel}>
                {t('cancel.action')}
              </Button>
            )}
            {order.ticketId && (
              <Button asChild>
                <Link to="/tickets/$uuid" params={{ uuid: order.ticketId }}>
                  <MessagesSquare aria-hidden size={16} className="icon" />
                  {t('detail.openTicket')}
                </Link>
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {query.isPending ? (
        <div role="status" aria-label={t('detail.loading')} className="flex flex-col gap-4">
          {['h-16', 'h-9', 'h-40', 'h-28', 'h-20'].map((height, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never move
            <Skeleton key={i} className={height} />
          ))}
        </div>
      ) : order ? (
        <Whole order={order} />
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
    </Sheet>
  )
}

function Whole({ order }: { order: Budget }) {
  const { t } = useTranslation('budgets')
  const { items, payments, address, coupons, route } = order
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <dl className="flex flex-col gap-1">
          <Fact title={t('column.customer')}>{order.customer.fullName}</Fact>
          <Fact title={t('column.store')}>{order.store.name}</Fact>
          <Fact title={t('column.seller')}>{order.user.name}</Fact>
          <Fact title={t('column.date')}>{formatWhen(order.emissionDate)}</Fact>
        </dl>
        {order.canceledAt === null ? (
          <StatusField order={order} />
        ) : (
          <p role="status" className="self-start rounded-md bg-danger-soft p-3 text-danger-ink">
            {t('detail.canceledAt', { at: formatWhen(order.canceledAt) })}
          </p>
        )}
      </div>

      <Section title={t(order.canceledAt === null ? 'sending.title' : 'sending.document')}>
        <OrderSending order={order} />
      </Section>

      <Section title={t('detail.items', { count: items.length })}>
        <ul className="rounded-md border border-line">
          {items.map(item => (
            <Item key={item.productId} item={item} />
          ))}
        </ul>
      </Section>

      <div className="grid gap-6 sm:grid-cols-2">
        <Section title={t('detail.sums')}>
          <SumLines order={order} />
        </Section>
        <Section title={t('detail.payments')}>
          {payments.length === 0 && <p className="text-ink-2">{t('detail.noPayments')}</p>}
          <ul className="flex flex-col gap-1">
            {payments.map(({ method, name, value, installments, change }) => (
              <li key={method} className="flex items-baseline gap-3">
                <span className="min-w-0">
                  <bdi>{name}</bdi>
                  <span className="block text-ink-2 text-sm empty:hidden">
                    {[
                      installments > 1 && t('detail.installments', { count: installments }),
                      change > 0 &&
                        t('detail.change', { received: formatMoney(value + change), change: formatMoney(change) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <span className="tabular ml-auto shrink-0">{formatMoney(value)}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('detail.delivery')}>
          <p>{t(`detail.${order.typeDelivery}`)}</p>
          {address && (
            <address className="wrap-anywhere mt-1 text-ink-2 not-italic">
              {address.name && <span className="block text-ink">{address.name}</span>}
              {placeLines(address, t).map(line => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
          )}
          {route && (
            <p className="mt-1 text-ink-2 text-sm">
              {t('sums.route')}: {route}
            </p>
          )}
        </Section>
        {coupons.length > 0 && (
          <Section title={t('detail.coupons')}>
            <ul className="flex flex-col gap-1">
              {coupons.map(({ name, discount }) => (
                <li key={name} className="flex items-baseline gap-3">
                  <Badge>{name}</Badge>
                  <span className="tabular ml-auto">{formatMoney(discount === 0 ? 0 : -discount)}</span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>

      <Section title={t('detail.history')}>
        <History order={order} />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-medium text-ink-2 text-sm">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ title, children }: { title: string; children: string }) {
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-ink-2">{title}</dt>
      <dd className="wrap-anywhere min-w-0">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}

/** Shows the status of the order; choosing another one changes it at once. */
function StatusField({ order }: { order: Budget }) {
  const { t } = useTranslation('budgets')
  const client = useQueryClient()
  const all = useQuery(apiQuery(statusBudgets.listAll))
  const change = useMutation({
    mutationFn: (statusBudGetId: string | null) =>
      api(budgets.update, { params: { id: order.id }, body: { statusBudGetId } }),
    onSuccess: changed => {
      client.setQueryData(queryKey(budgets.get, { params: { id: order.id } }), changed)
      if (changed.notice === 'outsideWindow') toast.refused(t('detail.notReached'))
      else if (changed.notice === 'blocked') toast.refused(t('detail.blocked'))
      else toast.success(t('detail.changed'))
    },
    onError: toast.error,
  })
  const now = order.statusBudGet
  const choices = all.data ?? []
  // A status that was deleted since is still this order's status.
  const options = now && !choices.some(({ id }) => id === now.id) ? [...choices, now] : choices
  const sendsMessage = order.ticketId !== null && choices.some(({ message }) => message !== '')
  return (
    <Field label={t('detail.status')} hint={sendsMessage ? t('detail.statusHint') : undefined}>
      <Select
        value={(change.isPending ? change.variables : order.statusBudGetId) ?? ''}
        placeholder={t('noStatus')}
        options={options.map(({ id, name }) => ({ value: id, label: name }))}
        disabled={change.isPending}
        onChange={event => change.mutate(event.target.value || null)}
      />
    </Field>
  )
}

function Item({ item: { name, price, amount, total, mediaPath } }: { item: BudgetItem }) {
  const { t } = useTranslation('budgets')
  return (
    <li className="flex items-center gap-3 border-line border-b p-2 last:border-0">
      <span className="flex size-11 shrink-0 items-center justify-center overflow-hidden rounded-md bg-active text-ink-2">
        <Picture
          src={mediaPath}
          width={44}
          height={44}
          className="size-full object-cover"
          instead={<Package aria-hidden size={20} className="icon" />}
        />
      </span>
      <span className="min-w-0 flex-1">
        <span title={name} className="block truncate">
          <bdi>{name}</bdi>
        </span>
        <span className="tabular text-ink-2 text-sm">{t('detail.each', { amount, price: formatMoney(price) })}</span>
      </span>
      <span className="tabular shrink-0 font-medium">{formatMoney(total)}</span>
    </li>
  )
}

function History({ order }: { order: Budget }) {
  const { t } = useTranslation('budgets')
  return (
    <ol className="flex flex-col gap-3 border-line border-l pl-4">
      {order.history.map(({ at, type, user, status }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it only grows at its end
        <li key={i} className="relative text-sm">
          <span
            aria-hidden
            className="-left-[20.5px] absolute top-1.5 size-2 rounded-full bg-ink-3 ring-2 ring-surface"
          />
          <span className="wrap-anywhere block">
            {t(`detail.step.${type}`, { status: status ?? t('noStatus') })}
            {user && <span className="text-ink-2"> · {user.name}</span>}
          </span>
          <time dateTime={at} className="tabular text-ink-2 text-xs">
            {formatWhen(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
