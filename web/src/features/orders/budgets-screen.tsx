import { customers } from '@balcao/shared/api/customers/customers.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Pill } from '#/components/ui/pill.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useListKeys } from '#/lib/use-list-keys.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { BudgetHead, BudgetRow, HEAD_HEIGHT } from './budget-row.tsx'
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
  // Ten columns need more room than those of other lists.
  const oneLine = useMediaQuery('(min-width: 1300px) and (pointer: fine)')
  const rowHeight = oneLine ? 40 : 64
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
  const rows = list.data?.pages.flatMap(page => page.budGets) ?? []
  const go = (changes: { [key in keyof typeof search]?: (typeof search)[key] | undefined }) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined)
    void navigate({ to: '/budgets', search: Object.fromEntries(next) })
  }
  const active = useListKeys(rows.length, index => go({ order: rows[index]?.id }))
  const cancelOf = useCancelOrder()

  return (
    <Screen
      header={
        <ScreenHeader title={t('title')}>
          <ListSearch label={t('search')} value={text} onChange={setText} />
          <span className="flex h-control items-center gap-2">
            <Switch
              id={switchId}
              checked={canceled === true}
              onCheckedChange={on => go({ canceled: on ? true : undefined })}
            />
            <label htmlFor={switchId}>{t('canceledToo')}</label>
          </span>
          {customer && <CustomerPill id={customer} onRemove={() => go({ customer: undefined })} />}
        </ScreenHeader>
      }
    >
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={rowHeight}
        rows={12}
        search={{ text, searched, onClear: () => setText('') }}
        firstUse={
          customer ? (
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
          )
        }
      >
        <PagedRows
          list={list}
          label={t('title')}
          items={rows}
          rowHeight={rowHeight}
          activeIndex={active}
          {...(oneLine ? { header: <BudgetHead />, headerHeight: HEAD_HEIGHT } : {})}
        >
          {(row, index) => (
            <BudgetRow
              order={row}
              oneLine={oneLine}
              active={index === active}
              onOpen={() => go({ order: row.id })}
              onCancel={cancelOf(row)}
            />
          )}
        </PagedRows>
      </ListStates>
      <Suspense>{order && <BudgetSheet key={order} id={order} onClose={() => go({ order: undefined })} />}</Suspense>
    </Screen>
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
