import { customers } from '@balcao/shared/api/customers/customers.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { Suspense, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '#/components/list-screen.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Pill } from '#/components/ui/pill.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useBudgetCells } from './budget-columns.tsx'
import { useCancelOrder } from './use-cancel-order.ts'

const BudgetSheet = lazyPart(() => import('./budget-sheet.tsx').then(file => file.BudgetSheet))

const route = getRouteApi('/_app/budgets')

/**
 * Shows the orders, the latest first; the open order and the listed customer are in the address.
 */
export function BudgetsScreen() {
  const { t } = useTranslation('budgets')
  const navigate = useNavigate()
  const search = route.useSearch()
  const { order, customer, canceled } = search
  const switchId = useId()
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim().toLowerCase())
  const list = useInfiniteQuery({
    ...apiPages(budgets.list, {
      query: {
        searchParam: searched,
        ...(customer ? { customerId: customer } : {}),
        ...(canceled ? { canceled: 'true' } : {}),
      },
    }),
    placeholderData: previous => previous,
  })
  const { data } = list
  const rows = useMemo(() => data?.pages.flatMap(page => page.budGets) ?? [], [data])
  const { columns, card } = useBudgetCells()
  const go = (changes: { [key in keyof typeof search]?: (typeof search)[key] | undefined }) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined)
    void navigate({ to: '/budgets', search: Object.fromEntries(next) })
  }
  const cancelOf = useCancelOrder()

  return (
    <>
      <ListScreen
        name="budgets"
        title={t('title')}
        list={list}
        rows={rows}
        search={{ label: t('search'), text, searched, onChange: setText, onClear: () => setText('') }}
        skeletons={12}
        filters={
          <>
            <span className="flex h-control items-center gap-2">
              <Switch
                id={switchId}
                checked={canceled === true}
                onCheckedChange={on => go({ canceled: on ? true : undefined })}
              />
              <label htmlFor={switchId}>{t('canceledToo')}</label>
            </span>
            {customer && <CustomerPill id={customer} onRemove={() => go({ customer: undefined })} />}
          </>
        }
        firstUse={{
          instead: customer ? (
            <EmptyState
              icon={<ShoppingCart size={20} />}
              title={t('noneOfCustomer')}
              action={<Button onClick={() => go({ customer: undefined })}>{t('everyone')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<ShoppingCart size={20} />}
              title={t('empty')}
              action={
                <Button variant="primary" asChild>
                  <Link to="/tickets">{t('toTickets')}</Link>
                </Button>
              }
            >
              {t('emptyHint')}
            </EmptyState>
          ),
        }}
        order={null}
        nameOf={({ number }) => t('order', { number })}
        columns={columns}
        card={card}
        onOpen={({ id }) => go({ order: id })}
        onEdit={({ id }) => go({ order: id })}
        onDelete={order => cancelOf(order)?.()}
        mayDelete={order => cancelOf(order) !== undefined}
      />
      <Suspense>{order && <BudgetSheet key={order} id={order} onClose={() => go({ order: undefined })} />}</Suspense>
    </>
  )
}

/** Shows the customer the list is limited to, and a button that lifts the limit. */
function CustomerPill({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useTranslation('budgets')
  const name = useQuery(apiQuery(customers.get, { params: { id } })).data?.fullName ?? '…'
  return (
    <Pill className="max-w-72" onRemove={onRemove} removeLabel={t('everyone')}>
      {t('ofCustomer', { name })}
    </Pill>
  )
}
