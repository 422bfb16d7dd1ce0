import { rates } from '@balcao/shared/api/orders/rates.ts'
import type { Rate, RateType } from '@balcao/shared/entities/rate.ts'
import { Link } from '@tanstack/react-router'
import { Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ColumnHeads } from '#/components/column-heads.tsx'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'
import { NoRates } from './no-rates.tsx'
import { useFreightMethod } from './use-freight-method.ts'
import { useRateRemoval } from './use-rate-removal.ts'

const RateDialog = lazyPart(() => import('./rate-dialog.tsx').then(file => file.RateDialog))

const columns = {
  store: 'min-w-0 flex-1',
  number: 'w-32 shrink-0 text-right',
  active: 'w-20 shrink-0 text-center',
}

export function RatesScreen() {
  const { t } = useTranslation('orders')
  const { oneLine, rowHeight } = useListRowHeight()
  const { method, type } = useFreightMethod()
  const { list, rows, search } = useRowList(rates.list, page => page.rates)
  const { nameOf, removal } = useRateRemoval()
  const name = t(`method.${method}`)
  const title = t('rates.title', { method: name })
  return (
    <ListScreen
      title={title}
      addLabel={t('rates.add')}
      list={list}
      rows={rows}
      search={{ label: t('rates.search'), ...search }}
      filters={
        type && (
          <Button variant="link" size="sm" className="px-0 sm:ml-2" asChild>
            <Link to="/settings">{t('rates.change')}</Link>
          </Button>
        )
      }
      locked={
        type
          ? undefined
          : {
              reason: t(method === 'byZone' ? 'rates.byZone' : 'rates.notDelivery'),
              instead: <NoRates method={method} />,
            }
      }
      rowHeight={rowHeight}
      skeletons={8}
      firstUse={{
        icon: <Truck size={20} />,
        title: t('rates.empty'),
        hint: type ? t(`rates.emptyHint.${type}`) : '',
      }}
      removal={removal}
      dialog={(rate, onClose) => type && <RateDialog rate={rate} type={type} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <PagedRows
          list={list}
          label={title}
          items={rows}
          rowHeight={rowHeight}
          activeIndex={active}
          header={
            oneLine && (
              <ColumnHeads
                columns={[
                  { label: t('rates.store'), className: columns.store },
                  ...(type === 'byKm' ? [{ label: t('rates.kilometers'), className: columns.number }] : []),
                  ...(type === 'fixeRate' ? [] : [{ label: t('rates.minimumValue'), className: columns.number }]),
                  { label: t(type === 'byKm' ? 'rates.valuePerKm' : 'rates.value'), className: columns.number },
                  { label: t('active'), className: columns.active },
                ]}
                actions={2}
              />
            )
          }
        >
          {(rate, index) => (
            <ListRow active={index === active}>
              <RowOpener oneLine={oneLine} onOpen={() => edit(rate)}>
                {oneLine ? <Columns rate={rate} type={rate.type} /> : <Lines rate={rate} type={rate.type} />}
              </RowOpener>
              <RowActions
                name={nameOf(rate)}
                onEdit={oneLine ? () => edit(rate) : undefined}
                onDelete={() => remove(rate)}
              />
            </ListRow>
          )}
        </PagedRows>
      )}
    </ListScreen>
  )
}

type RowProps = { rate: Rate; type: RateType }

function Columns({ rate, type }: RowProps) {
  const { t } = useTranslation('orders')
  return (
    <>
      <span title={rate.store?.name} className={cn('truncate font-medium', columns.store)}>
        {rate.store?.name}
      </span>
      {type === 'byKm' && (
        <span className={cn('tabular text-ink-2', columns.number)}>
          {t('rates.km', { km: formatNumber(rate.kilometers) })}
        </span>
      )}
      {type !== 'fixeRate' && (
        <span className={cn('tabular text-ink-2', columns.number)}>{formatMoney(rate.minimumValue)}</span>
      )}
      <span className={cn('tabular', columns.number)}>{formatMoney(rate.value)}</span>
      <span className={columns.active}>
        <ActiveBadge active={rate.isActive} className="w-20 justify-center" />
      </span>
    </>
  )
}

function Lines({ rate, type }: RowProps) {
  const { t } = useTranslation('orders')
  const facts = [
    type === 'byKm' ? t('rates.perKm', { value: formatMoney(rate.value) }) : formatMoney(rate.value),
    ...(type === 'byKm' ? [t('rates.included', { km: formatNumber(rate.kilometers) })] : []),
    ...(type === 'byValue' ? [t('rates.from', { value: formatMoney(rate.minimumValue) })] : []),
  ]
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <span title={rate.store?.name} className="truncate font-medium">
          {rate.store?.name}
        </span>
        {!rate.isActive && <ActiveBadge active={false} />}
      </span>
      <span className="tabular truncate text-ink-2 text-sm">{facts.join(' · ')}</span>
    </>
  )
}
