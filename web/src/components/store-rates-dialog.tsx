import { rates } from '@balcao/shared/api/orders/rates.ts'
import type { Rate } from '@balcao/shared/entities/rate.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { Plus, Truck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { useDeliveryMethod } from '#/lib/use-delivery-method.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRateRemoval } from '#/lib/use-rate-removal.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ListRow, RowActions, RowOpener } from './list-row.tsx'
import { ListStates } from './list-states.tsx'
import { NoRates } from './no-rates.tsx'
import { PagedRows } from './paged-rows.tsx'
import { FirstUse } from './query-states.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { Badge } from './ui/badge.tsx'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'

/** What deliveries from a store cost, by the company's delivery method. */
export function StoreRatesDialog({ store, onClose }: { store: Pick<Store, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { method, type } = useDeliveryMethod()
  const title = t('rates.ofStore', { name: store.name })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={title}
      description={t('rates.mode', { method: t(`method.${method}`) })}
    >
      <div className="flex max-h-[min(60dvh,32rem)] min-h-64 flex-col gap-3">
        {type ? <Rates store={store} type={type} title={title} /> : <NoRates method={method} />}
      </div>
    </Dialog>
  )
}

type RatesProps = { store: Pick<Store, 'id' | 'name'>; type: Rate['type']; title: string }

function Rates({ store, type, title }: RatesProps) {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows } = useRowList(rates.ofStore, page => page.rates, { storeId: store.id })
  const [shown, setShown] = useState<Rate | 'new' | null>(null)
  const add = () => setShown('new')
  const { nameOf, removal } = useRateRemoval()
  const askRemove = useRemove(removal)
  return (
    <>
      {rows.length > 0 && type === 'byValue' && (
        <div className="flex justify-end">
          <Button variant="primary" icon={<Plus size={16} />} onClick={add}>
            {t('rates.add')}
          </Button>
        </div>
      )}
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={rowHeight}
        rows={3}
        firstUse={
          <FirstUse icon={<Truck size={20} />} title={t('rates.empty')} addLabel={t('rates.add')} onAdd={add}>
            {t(`rates.emptyHint.${type}`)}
          </FirstUse>
        }
      >
        <PagedRows list={list} label={title} items={rows} rowHeight={rowHeight} activeIndex={-1}>
          {rate => (
            <ListRow active={false}>
              <RowOpener oneLine={oneLine} onOpen={() => setShown(rate)}>
                <span className="tabular min-w-0 flex-1 truncate text-ink-2">
                  {type === 'byKm'
                    ? t('rates.included', { km: formatNumber(rate.kilometers) })
                    : type === 'byValue'
                      ? t('rates.from', { value: formatMoney(rate.minimumValue) })
                      : t('rates.any')}
                </span>
                <span className="flex items-center gap-3">
                  {!rate.isActive && <Badge>{t('inactive')}</Badge>}
                  <span className="tabular font-medium">
                    {type === 'byKm' ? t('rates.perKm', { value: formatMoney(rate.value) }) : formatMoney(rate.value)}
                  </span>
                </span>
              </RowOpener>
              <RowActions
                name={nameOf(rate)}
                onEdit={oneLine ? () => setShown(rate) : undefined}
                onDelete={() => void askRemove(rate)}
              />
            </ListRow>
          )}
        </PagedRows>
      </ListStates>
      {shown && (
        <RateDialog rate={shown === 'new' ? null : shown} type={type} store={store} onClose={() => setShown(null)} />
      )}
    </>
  )
}
