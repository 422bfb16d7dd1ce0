import { products } from '@balcao/shared/api/catalog/products.ts'
import type { Product } from '@balcao/shared/entities/product.ts'
import { Banknote, Package } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'

const ProductDialog = lazyPart(() => import('./product-dialog.tsx').then(file => file.ProductDialog))
const PricesDialog = lazyPart(() => import('./prices-dialog.tsx').then(file => file.PricesDialog))

export function ProductsScreen() {
  const { t } = useTranslation('catalog')
  const mayChange = useMayAccess('catalog')
  const { oneLine, rowHeight: plain } = useListRowHeight()
  const rowHeight = Math.max(plain, 52)
  const { list, first, rows, search } = useRowList(products.list, page => page.products)
  const [priced, setPriced] = useState<Product | null>(null)
  return (
    <>
      <ListScreen
        title={t('products.title')}
        count={first?.count ? t('products.count', { count: first.count }) : undefined}
        addLabel={t('products.add')}
        mayAdd={mayChange}
        list={list}
        rows={rows}
        search={{ label: t('products.search'), ...search }}
        rowHeight={rowHeight}
        skeletons={10}
        firstUse={{
          icon: <Package size={20} />,
          title: t('products.empty'),
          hint: t(mayChange ? 'products.emptyHint' : 'products.emptyHintOthers'),
        }}
        onOpen={mayChange ? undefined : setPriced}
        removal={{
          title: product => t('products.deleteTitle', { name: product.name }),
          hint: t('products.deleteHint'),
          done: t('products.deleted'),
          call: product => api(products.remove, { params: { id: product.id } }),
          list: products.list,
          rowsKey: 'products',
        }}
        dialog={(product, onClose) => <ProductDialog product={product} onClose={onClose} onMade={setPriced} />}
      >
        {({ active, edit, remove }) => (
          <PagedRows list={list} label={t('products.title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
            {(product, index) => (
              <ListRow active={index === active}>
                <Thumbnail path={product.thumbPath} />
                <RowOpener oneLine={oneLine} onOpen={() => (mayChange ? edit(product) : setPriced(product))}>
                  {oneLine && <span className="tabular w-28 shrink-0 truncate text-ink-2">{product.code || '–'}</span>}
                  <span title={product.name} className={cn('min-w-0 truncate font-medium', oneLine && 'flex-1')}>
                    {product.name}
                  </span>
                  {oneLine ? (
                    <>
                      <span className="w-44 shrink-0 truncate text-ink-2">{product.category?.name ?? '–'}</span>
                      <ActiveBadge of="products" active={product.isActive} className="w-20 justify-center" />
                    </>
                  ) : (
                    <span className="mt-0.5 flex min-w-0 items-center gap-2 text-ink-2 text-sm">
                      {!product.isActive && <ActiveBadge of="products" active={false} />}
                      <span className="min-w-0 truncate">
                        {[product.code, product.category?.name].filter(Boolean).join(' · ') || '–'}
                      </span>
                    </span>
                  )}
                </RowOpener>
                <RowActions
                  name={product.name}
                  onEdit={oneLine && mayChange ? () => edit(product) : undefined}
                  onDelete={mayChange ? () => remove(product) : undefined}
                >
                  <IconButton
                    label={t('products.prices', { name: product.name })}
                    icon={<Banknote size={16} />}
                    size="sm"
                    onClick={() => setPriced(product)}
                  />
                </RowActions>
              </ListRow>
            )}
          </PagedRows>
        )}
      </ListScreen>
      <Suspense>{priced && <PricesDialog product={priced} onClose={() => setPriced(null)} />}</Suspense>
    </>
  )
}

/**
 * Shows the product's picture in the size of a list; an icon where there is none, or it does not
 * load.
 */
function Thumbnail({ path }: { path: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-active text-ink-2">
      {path && path !== broken ? (
        <img
          src={path}
          alt=""
          width={36}
          height={36}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(path)}
          className="size-full object-cover"
        />
      ) : (
        <Package aria-hidden size={18} className="icon" />
      )}
    </span>
  )
}
