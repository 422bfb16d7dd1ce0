import { stores } from '@balcao/shared/api/catalog/stores.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { Store as StoreIcon, Truck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { StoreRatesDialog } from '#/features/orders/public/lazy-store-rates-dialog.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'

const StoreDialog = lazyPart(() => import('./store-dialog.tsx').then(file => file.StoreDialog))

export function StoresScreen() {
  const { t } = useTranslation('catalog')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(stores.list, page => page.stores)
  const [rated, setRated] = useState<Store | null>(null)
  return (
    <>
      <ListScreen
        title={t('stores.title')}
        addLabel={t('stores.add')}
        list={list}
        rows={rows}
        search={{ label: t('stores.search'), ...search }}
        rowHeight={rowHeight}
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
        dialog={(store, onClose) => <StoreDialog store={store} onClose={onClose} />}
      >
        {({ active, edit, remove }) => (
          <PagedRows list={list} label={t('stores.title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
            {(store, index) => (
              <ListRow active={index === active}>
                <RowOpener oneLine={oneLine} onOpen={() => edit(store)}>
                  <span title={store.name} className="min-w-0 flex-1 truncate font-medium">
                    {store.name}
                  </span>
                  {oneLine ? (
                    <>
                      <span className="tabular w-44 shrink-0 text-ink-2">{formatDocument(store.document)}</span>
                      <span className="w-52 shrink-0 truncate text-ink-2">{placeOf(store)}</span>
                      <ActiveBadge of="stores" active={store.isActive} className="w-20 justify-center" />
                    </>
                  ) : (
                    <span className="mt-0.5 flex items-center gap-2 text-ink-2 text-sm">
                      <ActiveBadge of="stores" active={store.isActive} />
                      <span className="min-w-0 truncate">{placeOf(store) || formatDocument(store.document)}</span>
                    </span>
                  )}
                </RowOpener>
                <RowActions
                  name={store.name}
                  onEdit={oneLine ? () => edit(store) : undefined}
                  onDelete={() => remove(store)}
                >
                  <IconButton
                    label={t('stores.rates', { name: store.name })}
                    icon={<Truck size={16} />}
                    size="sm"
                    onClick={() => setRated(store)}
                  />
                </RowActions>
              </ListRow>
            )}
          </PagedRows>
        )}
      </ListScreen>
      <Suspense>{rated && <StoreRatesDialog store={rated} onClose={() => setRated(null)} />}</Suspense>
    </>
  )
}

const placeOf = ({ city, state }: Store) => [city, state].filter(Boolean).join(', ')
