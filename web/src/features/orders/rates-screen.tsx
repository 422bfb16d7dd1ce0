import { rates } from '@balcao/shared/api/orders/rates.ts'
import type { Rate, RateType } from '@balcao/shared/entities/rate.ts'
import { Link } from '@tanstack/react-router'
import { Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { useBulkSwitch } from '#/components/list/use-bulk.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { Button } from '#/components/ui/button.tsx'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { ActiveBadge } from './active-badge.tsx'
import { NoRates } from './no-rates.tsx'
import { useFreightMethod } from './use-freight-method.ts'
import { useRateRemoval } from './use-rate-removal.ts'

const RateDialog = lazyPart(() => import('./rate-dialog.tsx').then(file => file.RateDialog))

export function RatesScreen() {
  const { t } = useTranslation(['orders', 'lists'])
  const { method, type } = useFreightMethod()
  const { list, rows, search } = useRowList(rates.list, page => page.rates)
  const { nameOf, removal } = useRateRemoval()
  const columns = useColumnsOf(type)
  const switches = useBulkSwitch<Rate>({
    isOn: ({ isActive }) => isActive,
    call: ({ id }, isActive) => api(rates.update, { params: { id }, body: { isActive } }),
    route: rates.list,
    rowsKey: 'rates',
    nameOf,
  })
  const name = t(`method.${method}`)
  return (
    <ListScreen
      name="rates"
      title={t('rates.title', { method: name })}
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
      skeletons={8}
      firstUse={{
        icon: <Truck size={20} />,
        title: t('rates.empty'),
        hint: type ? t(`rates.emptyHint.${type}`) : '',
      }}
      removal={removal}
      nameOf={nameOf}
      columns={columns}
      card={rate => ({
        title: (
          <>
            <span title={rate.store?.name} className="truncate">
              {rate.store?.name ?? '–'}
            </span>
            {!rate.isActive && <ActiveBadge active={false} />}
          </>
        ),
        line: <Facts rate={rate} />,
      })}
      bulk={switches}
      dialog={(rate, onClose) => type && <RateDialog rate={rate} type={type} onClose={onClose} />}
    />
  )
}

/** Returns the columns of a rate: those its way of charging has. */
function useColumnsOf(type: RateType | null): Column<Rate>[] {
  const { t } = useTranslation(['orders', 'lists'])
  const kilometers: Column<Rate> = {
    id: 'kilometers',
    head: t('rates.kilometers'),
    end: true,
    text: rate => t('rates.km', { km: formatNumber(rate.kilometers) }),
    order: rate => rate.kilometers,
  }
  const minimum: Column<Rate> = {
    id: 'minimum',
    head: t('rates.minimumValue'),
    end: true,
    text: rate => formatMoney(rate.minimumValue),
    order: rate => rate.minimumValue,
  }
  return [
    { id: 'store', head: t('rates.store'), main: true, most: 420, text: rate => rate.store?.name ?? '' },
    ...(type === 'byKm' ? [kilometers] : []),
    ...(type === 'fixeRate' ? [] : [minimum]),
    {
      id: 'value',
      head: t(type === 'byKm' ? 'rates.valuePerKm' : 'rates.value'),
      end: true,
      text: rate => formatMoney(rate.value),
      order: rate => rate.value,
    },
    {
      id: 'active',
      head: t('lists:column.status'),
      beside: 16,
      text: rate => t(rate.isActive ? 'active' : 'inactive'),
      cell: rate => <ActiveBadge active={rate.isActive} />,
    },
  ]
}

function Facts({ rate }: { rate: Rate }) {
  const { t } = useTranslation('orders')
  const { type } = rate
  const facts = [
    type === 'byKm' ? t('rates.perKm', { value: formatMoney(rate.value) }) : formatMoney(rate.value),
    ...(type === 'byKm' ? [t('rates.included', { km: formatNumber(rate.kilometers) })] : []),
    ...(type === 'byValue' ? [t('rates.from', { value: formatMoney(rate.minimumValue) })] : []),
  ]
  return <span className="tabular truncate">{facts.join(' · ')}</span>
}
