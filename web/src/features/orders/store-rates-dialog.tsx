import { rates } from '@balcao/shared/api/orders/rates.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { RowsDialog } from '#/components/rows-dialog.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { NoRates } from './no-rates.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { useFreightMethod } from './use-freight-method.ts'
import { useRateRemoval } from './use-rate-removal.ts'

/** Shows the freight rates of a store, by the company's freight method. */
export function StoreRatesDialog({ store, onClose }: { store: Pick<Store, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { method, type } = useFreightMethod()
  const { list, rows } = useRowList(rates.ofStore, page => page.rates, { storeId: store.id })
  const { nameOf, removal } = useRateRemoval()
  return (
    <RowsDialog
      title={t('rates.ofStore', { name: store.name })}
      description={t('rates.mode', { method: t(`method.${method}`) })}
      addLabel={t('rates.add')}
      // A store has one rate of every other kind.
      mayAdd={type === 'byValue' || rows.length === 0}
      list={list}
      rows={rows}
      rowHeight={rowHeight}
      skeletons={3}
      instead={type ? undefined : <NoRates method={method} />}
      firstUse={{
        icon: <Truck size={20} />,
        title: t('rates.empty'),
        hint: type ? t(`rates.emptyHint.${type}`) : '',
      }}
      removal={removal}
      dialog={(rate, onClose) => type && <RateDialog rate={rate} type={type} store={store} onClose={onClose} />}
      onClose={onClose}
    >
      {(rate, { edit, remove }) => (
        <ListRow active={false}>
          <RowOpener oneLine={oneLine} onOpen={() => edit(rate)}>
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
            onEdit={oneLine ? () => edit(rate) : undefined}
            onDelete={() => remove(rate)}
          />
        </ListRow>
      )}
    </RowsDialog>
  )
}
