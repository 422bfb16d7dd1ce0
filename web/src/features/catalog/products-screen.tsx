import { products } from '@balcao/shared/api/catalog/products.ts'
import type { Product } from '@balcao/shared/entities/product.ts'
import { Banknote, Package } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useBulkSwitch } from '#/components/list/use-bulk.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'
import { ProductPicture } from './product-picture.tsx'

const ProductDialog = lazyPart(() => import('./product-dialog.tsx').then(file => file.ProductDialog))
const PricesDialog = lazyPart(() => import('./prices-dialog.tsx').then(file => file.PricesDialog))

/** Height of a row with a picture, px. */
const ROW_HEIGHT = 52

export function ProductsScreen() {
  const { t } = useTranslation(['catalog', 'lists'])
  const mayChange = useMayAccess('catalog')
  const { list, first, rows, search } = useRowList(products.list, page => page.products)
  const [priced, setPriced] = useState<Product | null>(null)
  const switches = useBulkSwitch<Product>({
    isOn: ({ isActive }) => isActive,
    call: ({ id }, isActive) => api(products.update, { params: { id }, body: { isActive } }),
    route: products.list,
    rowsKey: 'products',
    nameOf: ({ name }) => name,
  })
  const columns: Column<Product>[] = [
    { id: 'code', head: t('code'), text: ({ code }) => code },
    { id: 'name', head: t('products.name'), main: true, most: 420, text: ({ name }) => name },
    { id: 'category', head: t('products.category'), text: ({ category }) => category?.name ?? '' },
    {
      id: 'active',
      head: t('lists:column.status'),
      beside: 16,
      text: ({ isActive }) => t(isActive ? 'products.active' : 'products.inactive'),
      cell: ({ isActive }) => <ActiveBadge of="products" active={isActive} />,
    },
  ]
  return (
    <>
      <ListScreen
        name="products"
        title={t('products.title')}
        count={first?.count}
        addLabel={t('products.add')}
        mayAdd={mayChange}
        list={list}
        rows={rows}
        search={{ label: t('products.search'), ...search }}
        rowHeight={ROW_HEIGHT}
        skeletons={10}
        firstUse={{
          icon: <Package size={20} />,
          title: t('products.empty'),
          hint: t(mayChange ? 'products.emptyHint' : 'products.emptyHintOthers'),
        }}
        order={null}
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
        card={({ name, isActive, code, category }) => ({
          title: <span className="truncate">{name}</span>,
          line: (
            <>
              {!isActive && <ActiveBadge of="products" active={false} />}
              <span className="min-w-0 truncate">{[code, category?.name].filter(Boolean).join(' · ') || '–'}</span>
            </>
          ),
        })}
        more={product => [
          {
            id: 'prices',
            label: t('products.prices', { name: product.name }),
            short: t('products.pricesShort'),
            icon: <Banknote size={16} />,
            run: () => setPriced(product),
          },
        ]}
        bulk={mayChange ? switches : []}
        dialog={(product, onClose) => <ProductDialog product={product} onClose={onClose} onMade={setPriced} />}
      />
      <Suspense>{priced && <PricesDialog product={priced} onClose={() => setPriced(null)} />}</Suspense>
    </>
  )
}
