import { products } from '@balcao/shared/api/catalog/products.ts'
import type { Product } from '@balcao/shared/entities/product.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Banknote, FilterX, Package } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sorting } from '#/components/list/column.ts'
import { useBulkSwitch } from '#/components/list/use-bulk.tsx'
import { useListExport } from '#/components/list/use-list-export.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { productCard, useProductColumns } from './product-columns.tsx'
import { ProductFilters, withChanges } from './product-filters.tsx'
import { ProductPicture } from './product-picture.tsx'

const ProductDialog = lazyPart(() => import('./product-dialog.tsx').then(file => file.ProductDialog))
const PricesDialog = lazyPart(() => import('./prices-dialog.tsx').then(file => file.PricesDialog))

/** Height of a row with a picture, px. */
const ROW_HEIGHT = 52

const route = getRouteApi('/_app/products')

export function ProductsScreen() {
  const { t } = useTranslation(['catalog', 'lists'])
  const mayChange = useMayAccess('catalog')
  const navigate = useNavigate()
  const filters = route.useSearch()
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const columns = useProductColumns()
  const sortKey = columns.find(({ id }) => id === sorting?.by)?.sortKey
  const filter = {
    ...(filters.category ? { categoryId: filters.category } : {}),
    ...(filters.store ? { storeId: filters.store } : {}),
  }
  const { list, first, rows, search } = useRowList(products.list, page => page.products, undefined, {
    ...filter,
    ...(filters.active === undefined ? {} : { active: String(filters.active) }),
    ...(filters.low ? { low: 'true' } : {}),
    ...(sorting && sortKey ? { sort: `${sorting.descending ? '-' : ''}${sortKey}` } : {}),
  })
  const isFiltered = Object.keys(filters).length > 0
  const file = useListExport<Product>(
    wanted =>
      api(products.export, {
        body: {
          ...filter,
          ...(filters.active === undefined ? {} : { active: filters.active }),
          ...(filters.low ? { low: true } : {}),
          ...wanted,
        },
      }),
    t('products.export'),
  )
  const clear = () => void navigate({ to: '/products', search: {} })
  const [priced, setPriced] = useState<Product | null>(null)
  const switches = useBulkSwitch<Product>({
    isOn: ({ isActive }) => isActive,
    call: ({ id }, isActive) => api(products.update, { params: { id }, body: { isActive } }),
    route: products.list,
    rowsKey: 'products',
    nameOf: ({ name }) => name,
  })
  return (
    <>
      <ListScreen
        name="products"
        title={t('products.title')}
        // The server counts all products, not those of a filter.
        count={isFiltered || search.searched !== '' ? undefined : first?.count}
        addLabel={t('products.add')}
        mayAdd={mayChange}
        list={list}
        rows={rows}
        search={{ label: t('products.search'), ...search }}
        rowHeight={ROW_HEIGHT}
        skeletons={10}
        tools={mayChange ? [file.tool] : []}
        filters={
          <>
            <ProductFilters
              filters={filters}
              onChange={changes => void navigate({ to: '/products', search: withChanges(filters, changes) })}
            />
            {first?.partial && <p className="w-full text-ink-2 text-sm">{t('products.partial')}</p>}
          </>
        }
        firstUse={
          isFiltered
            ? {
                instead: (
                  <EmptyState
                    icon={<FilterX size={20} />}
                    title={t('products.none')}
                    action={<Button onClick={clear}>{t('products.clear')}</Button>}
                  />
                ),
              }
            : {
                icon: <Package size={20} />,
                title: t('products.empty'),
                hint: t(mayChange ? 'products.emptyHint' : 'products.emptyHintOthers'),
              }
        }
        // A search has its own order.
        order={search.searched === '' ? { sorting, onSort: setSorting } : null}
        onOpen={mayChange ? undefined : product => setPriced(product)}
        noEdit={!mayChange}
        noDelete={!mayChange}
        removal={{
          title: product => t('products.deleteTitle', { name: product.name }),
          hint: t('products.deleteHint'),
          done: t('products.deleted'),
          call: product => api(products.remove, { params: { id: product.id } }),
          list: products.list,
          rowsKey: 'products',
        }}
        nameOf={({ name }) => name}
        lead={{ width: 36, show: ({ thumbPath }) => <ProductPicture path={thumbPath} /> }}
        columns={columns}
        card={productCard}
        more={product => [
          {
            id: 'prices',
            label: t('products.prices', { name: product.name }),
            short: t('products.pricesShort'),
            icon: <Banknote size={16} />,
            run: () => setPriced(product),
          },
        ]}
        bulk={mayChange ? [...switches, file.bulk] : []}
        dialog={(product, onClose) => <ProductDialog product={product} onClose={onClose} onMade={setPriced} />}
      />
      <Suspense>{priced && <PricesDialog product={priced} onClose={() => setPriced(null)} />}</Suspense>
    </>
  )
}
