import { stores } from '@balcao/shared/api/catalog/stores.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { Store as StoreIcon, Truck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useBulkSwitch } from '#/components/list/use-bulk.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { StoreRatesDialog } from '#/features/orders/public/lazy-store-rates-dialog.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'

const StoreDialog = lazyPart(() => import('./store-dialog.tsx').then(file => file.StoreDialog))

export function StoresScreen() {
  const { t } = useTranslation(['catalog', 'lists'])
  const { list, rows, search } = useRowList(stores.list, page => page.stores)
  const [rated, setRated] = useState<Store | null>(null)
  const switches = useBulkSwitch<Store>({
    isOn: ({ isActive }) => isActive,
    call: ({ id }, isActive) => api(stores.update, { params: { id }, body: { isActive } }),
    route: stores.list,
    rowsKey: 'stores',
    nameOf: ({ name }) => name,
  })
  const columns: Column<Store>[] = [
    { id: 'name', head: t('lists:column.name'), main: true, most: 420, text: ({ name }) => name },
    { id: 'document', head: t('lists:column.document'), text: ({ document }) => formatDocument(document) },
    { id: 'city', head: t('lists:column.city'), text: placeOf },
    {
      id: 'active',
      head: t('lists:column.status'),
      beside: 16,
      text: ({ isActive }) => t(isActive ? 'stores.active' : 'stores.inactive'),
      cell: ({ isActive }) => <ActiveBadge of="stores" active={isActive} />,
    },
  ]
  return (
    <>
      <ListScreen
        name="stores"
        title={t('stores.title')}
        addLabel={t('stores.add')}
        list={list}
        rows={rows}
        search={{ label: t('stores.search'), ...search }}
        skeletons={6}
        firstUse={{ icon: <StoreIcon size={20} />, title: t('stores.empty'), hint: t('stores.emptyHint') }}
        removal={{
          title: store => t('stores.deleteTitle', { name: store.name }),
          hint: t('stores.deleteHint'),
          done: t('stores.deleted'),
          call: store => api(stores.remove, { params: { id: store.id } }),
          list: stores.list,
          rowsKey: 'stores',
        }}
        nameOf={({ name }) => name}
        columns={columns}
        card={store => ({
          title: <span className="truncate">{store.name}</span>,
          line: (
            <>
              <ActiveBadge of="stores" active={store.isActive} />
              <span className="truncate">{placeOf(store) || formatDocument(store.document) || '–'}</span>
            </>
          ),
        })}
        more={store => [
          {
            id: 'rates',
            label: t('stores.rates', { name: store.name }),
            short: t('stores.ratesShort'),
            icon: <Truck size={16} />,
            run: () => setRated(store),
          },
        ]}
        bulk={switches}
        dialog={(store, onClose) => <StoreDialog store={store} onClose={onClose} />}
      />
      <Suspense>{rated && <StoreRatesDialog store={rated} onClose={() => setRated(null)} />}</Suspense>
    </>
  )
}

const placeOf = ({ city, state }: Store) => [city, state].filter(Boolean).join(', ')
