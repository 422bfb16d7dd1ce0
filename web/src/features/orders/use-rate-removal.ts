import { rates } from '@balcao/shared/api/orders/rates.ts'
import type { Rate } from '@balcao/shared/entities/rate.ts'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#/lib/format.ts'
import { api } from '#/lib/session.ts'
import type { Removal } from '#/lib/use-remove.ts'

/** Returns a rate's display name, and its removal from every list that contains it. */
export function useRateRemoval() {
  const { t } = useTranslation('orders')
  const nameOf = ({ store, type, minimumValue }: Rate) =>
    [store?.name ?? '', ...(type === 'byValue' ? [t('rates.from', { value: formatMoney(minimumValue) })] : [])].join(
      ', ',
    )
  const removal: Removal<Rate> = {
    title: rate => t('rates.deleteTitle', { name: nameOf(rate) }),
    hint: t('rates.deleteHint'),
    done: t('rates.deleted'),
    call: rate => api(rates.remove, { params: { id: rate.id } }),
    list: [rates.list, rates.ofStore],
    rowsKey: 'rates',
  }
  return { nameOf, removal }
}
