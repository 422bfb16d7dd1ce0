import { customers } from '@balcao/shared/api/customers/customers.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { BudgetRow } from '@balcao/shared/entities/budget.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { FilterX, ShoppingCart } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sorting } from '#/components/list/column.ts'
import { useListExport } from '#/components/list/use-list-export.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Pill } from '#/components/ui/pill.tsx'
import { formatMoney } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useBudgetCells } from './budget-columns.tsx'
import { BudgetFilters } from './budget-filters.tsx'
import { useBulkStatus } from './use-bulk-status.tsx'
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
  const { order, customer } = search
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim().toLowerCase())
  const filter = {
    searchParam: searched,
    ...(customer ? { customerId: customer } : {}),
    ...(search.status ? { statusId: search.status } : {}),
    ...(search.seller ? { sellerId: search.seller } : {}),
    ...(search.from ? { dateFrom: search.from } : {}),
    ...(search.to ? { dateTo: search.to } : {}),
  }
  const flags = {
    ...(search.paid === undefined ? {} : { paid: search.paid ? ('true' as const) : ('false' as const) }),
    ...(search.canceled ? { canceled: 'true' as const } : {}),
  }
  const list = useInfiniteQuery({
    ...apiPages(budgets.list, {
      query: { ...filter, ...flags, ...(sorting && !sorting.descending ? { sort: 'number' as const } : {}) },
    }),
    placeholderData: previous => previous,
  })
  const sums = useQuery({
    ...apiQuery(budgets.summary, { query: { ...filter, ...flags } }),
    placeholderData: previous => previous,
  })
  const mayExport = useMayAccess('supervisor')
  const file = useListExport<BudgetRow>(
    wanted =>
      api(budgets.export, {
        body: {
          ...filter,
          ...(search.paid === undefined ? {} : { paid: search.paid }),
          ...(search.canceled ? { canceled: true } : {}),
          ...wanted,
        },
      }),
    t('export'),
  )
  const { data } = list
  const { paid } = search
  const rows = useMemo(() => {
    const all = data?.pages.flatMap(page => page.budGets) ?? []
    // An order that is paid meanwhile leaves the unpaid ones.
    return paid === undefined ? all : all.filter(({ paidAt }) => (paidAt !== null) === paid)
  }, [data, paid])
  const sellers = useMemo(() => rows.map(({ user }) => user), [rows])
  const { columns, card } = useBudgetCells()
  const go = (changes: { [key in keyof typeof search]?: (typeof search)[key] | undefined }) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined)
    void navigate({ to: '/budgets', search: Object.fromEntries(next) })
  }
  const cancelOf = useCancelOrder()
  const bulkStatus = useBulkStatus()
  const isFiltered = Object.keys(search).some(name => name !== 'order' && name !== 'customer')

  return (
    <>
      <ListScreen
        name="budgets"
        title={t('title')}
        list={list}
        rows={rows}
        search={{ label: t('search'), text, searched, onChange: setText, onClear: () => setText('') }}
        skeletons={12}
        count={sums.data?.count}
        countIsPart={sums.data?.partial}
        meta={sums.data && <Sums sums={sums.data} />}
        tools={mayExport ? [file.tool] : []}
        filters={
          <>
            <BudgetFilters filters={search} sellers={sellers} onChange={go} />
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
          ) : isFiltered ? (
            <EmptyState
              icon={<FilterX size={20} />}
              title={t('noneFiltered')}
              action={<Button onClick={() => void navigate({ to: '/budgets', search: {} })}>{t('clear')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<ShoppingCart size={20} />}
              title={t('empty')}
              guided
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
        // A search has its own order.
        order={searched === '' ? { sorting, onSort: setSorting } : null}
        bulk={[bulkStatus, ...(mayExport ? [file.bulk] : [])]}
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

/**
 * Shows what the listed orders come to, and that only the latest were summed up if there are more.
 */
function Sums({ sums: { total, negotiated, partial } }: { sums: ResultOf<typeof budgets.summary> }) {
  const { t } = useTranslation('budgets')
  const text = t('sums.list', { total: formatMoney(total), negotiated: formatMoney(negotiated) })
  return (
    <span title={partial ? t('sums.latest') : text}>
      {negotiated === total ? formatMoney(total) : text}
      {partial && ` · ${t('sums.latest')}`}
    </span>
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
