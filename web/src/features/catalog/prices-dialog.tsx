import { productStores } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import type { Product, ProductStore } from '@balcao/shared/entities/product.ts'
import { useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { RowsDialog } from '#/components/rows-dialog.tsx'
import { cn } from '#/lib/cn.ts'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { PriceDialog } from './price-dialog.tsx'

/**
 * Shows prices and stock of a product by store; without the right to the catalogue read-only, and
 * without the cost price.
 */
export function PricesDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('catalog')
  const mayChange = useMayAccess('catalog')
  const { oneLine } = useListRowHeight()
  const rowHeight = oneLine ? 52 : 84
  const { list, rows } = useRowList(productStores.list, page => page.productStores, { productId: product.id })
  const known = useQuery({ ...apiQuery(stores.listAll), enabled: mayChange })
  const without = (known.data ?? []).filter(({ id }) => !rows.some(row => row.storeId === id))
  const noStores = known.data?.length === 0
  const mayAdd = mayChange && (rows.length > 0 ? without.length > 0 : !noStores)
  return (
    <RowsDialog
      title={t('prices.title', { name: product.name })}
      description={mayChange ? undefined : product.description || undefined}
      size="lg"
      addLabel={t('prices.add')}
      mayAdd={mayAdd}
      list={list}
      rows={rows}
      rowHeight={rowHeight}
      skeletons={3}
      firstUse={{
        icon: <Banknote size={20} />,
        title: t('prices.empty'),
        hint: t(mayAdd ? 'prices.emptyHint' : mayChange ? 'prices.noStores' : 'prices.askKeeper'),
      }}
      removal={{
        title: row => t('prices.deleteTitle', { name: row.store.name }),
        hint: t('prices.deleteHint'),
        done: t('prices.deleted'),
        call: row => api(productStores.remove, { params: { id: row.id } }),
        list: productStores.list,
        rowsKey: 'productStores',
      }}
      dialog={(row, onClose) => (
        <PriceDialog productId={product.id} price={row} stores={without} like={rows[0]} onClose={onClose} />
      )}
      onClose={onClose}
    >
      {(row, { edit, remove }) => (
        <ListRow active={false}>
          <RowOpener oneLine={oneLine} onOpen={mayChange ? () => edit(row) : undefined}>
            <span title={row.store.name} className={cn('min-w-0 truncate font-medium', oneLine && 'flex-1')}>
              {row.store.name}
            </span>
            <span className={cn('flex flex-wrap gap-x-4 text-sm', !oneLine && 'mt-0.5')}>
              <Price row={row} />
              {mayChange && row.costPrice !== undefined && (
                <span className="text-ink-2">{t('prices.costs', { price: formatMoney(row.costPrice) })}</span>
              )}
              <span className="tabular text-ink-2">
                {t('prices.inStock', { count: row.stock, amount: formatNumber(row.stock) })}
              </span>
            </span>
          </RowOpener>
          <RowActions
            name={row.store.name}
            onEdit={oneLine && mayChange ? () => edit(row) : undefined}
            onDelete={mayChange ? () => remove(row) : undefined}
          />
        </ListRow>
      )}
    </RowsDialog>
  )
}

/** Shows the current price, with the regular one struck through during a promotion. */
function Price({ row: { sellingPrice, promotionPrice } }: { row: ProductStore }) {
  if (promotionPrice === 0) return <span className="tabular">{formatMoney(sellingPrice)}</span>
  return (
    <span className="tabular flex gap-1.5">
      <s className="text-ink-2">{formatMoney(sellingPrice)}</s>
      <span>{formatMoney(promotionPrice)}</span>
    </span>
  )
}
