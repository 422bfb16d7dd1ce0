import { productStores } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import type { Product, ProductStore } from '@balcao/shared/entities/product.ts'
import { useQuery } from '@tanstack/react-query'
import { Banknote, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { cn } from '#/lib/cn.ts'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { useMayDo } from '#/lib/permissions.ts'
import { apiQuery, applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { PriceDialog } from './price-dialog.tsx'

/** What a product costs and how much there is of it, one entry per store. */
export function PricesDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { t } = useTranslation('catalog')
  const mayChooseStore = useMayDo('user-modal:editProfile')
  const { oneLine } = useListRowHeight()
  const rowHeight = oneLine ? 52 : 84
  const { list, rows } = useRowList(productStores.list, page => page.productStores, { productId: product.id })
  const known = useQuery({ ...apiQuery(stores.listAll), enabled: mayChooseStore })
  const without = (known.data ?? []).filter(({ id }) => !rows.some(row => row.storeId === id))
  const [shown, setShown] = useState<ProductStore | 'new' | null>(null)
  const add = () => setShown('new')
  const askRemove = useRemove<ProductStore>({
    title: row => t('prices.deleteTitle', { name: row.store.name }),
    hint: t('prices.deleteHint'),
    done: t('prices.deleted'),
    call: row => api(productStores.remove, { params: { id: row.id } }),
    forget: ({ id }) => applyListEvent(queryClient, productStores.list, 'productStores', { action: 'delete', id }),
  })
  const icon = <Banknote size={20} />
  const noStores = mayChooseStore && known.data?.length === 0
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={t('prices.title', { name: product.name })} size="lg">
      <div className="flex max-h-[min(60dvh,32rem)] min-h-64 flex-col gap-3">
        {mayChooseStore && rows.length > 0 && without.length > 0 && (
          <Button variant="primary" icon={<Plus size={16} />} onClick={add} className="self-end">
            {t('prices.add')}
          </Button>
        )}
        <ListStates
          list={list}
          count={rows.length}
          rowHeight={rowHeight}
          rows={3}
          firstUse={
            mayChooseStore && !noStores ? (
              <FirstUse icon={icon} title={t('prices.empty')} addLabel={t('prices.add')} onAdd={add}>
                {t('prices.emptyHint')}
              </FirstUse>
            ) : (
              <EmptyState icon={icon} title={t('prices.empty')}>
                {t(noStores ? 'prices.noStores' : 'prices.askAdmin')}
              </EmptyState>
            )
          }
        >
          <PagedRows
            list={list}
            label={t('prices.title', { name: product.name })}
            items={rows}
            rowHeight={rowHeight}
            activeIndex={-1}
          >
            {row => (
              <ListRow active={false}>
                <RowOpener oneLine={oneLine} onOpen={() => setShown(row)}>
                  <span title={row.store.name} className={cn('min-w-0 truncate font-medium', oneLine && 'flex-1')}>
                    {row.store.name}
                  </span>
                  <span className={cn('flex flex-wrap gap-x-4 text-sm', !oneLine && 'mt-0.5')}>
                    <Price row={row} />
                    <span className="text-ink-2">{t('prices.costs', { price: formatMoney(row.costPrice) })}</span>
                    <span className="tabular text-ink-2">
                      {t('prices.inStock', { count: row.stock, amount: formatNumber(row.stock) })}
                    </span>
                  </span>
                </RowOpener>
                <RowActions
                  name={row.store.name}
                  onEdit={oneLine ? () => setShown(row) : undefined}
                  onDelete={mayChooseStore ? () => void askRemove(row) : undefined}
                />
              </ListRow>
            )}
          </PagedRows>
        </ListStates>
      </div>
      {shown && (
        <PriceDialog
          productId={product.id}
          price={shown === 'new' ? null : shown}
          stores={without}
          like={rows[0]}
          onClose={() => setShown(null)}
        />
      )}
    </Dialog>
  )
}

/** What is asked for it, with what it would cost without a promotion struck through. */
function Price({ row: { sellingPrice, promotionPrice } }: { row: ProductStore }) {
  if (promotionPrice === 0) return <span className="tabular">{formatMoney(sellingPrice)}</span>
  return (
    <span className="tabular flex gap-1.5">
      <s className="text-ink-2">{formatMoney(sellingPrice)}</s>
      <span>{formatMoney(promotionPrice)}</span>
    </span>
  )
}
