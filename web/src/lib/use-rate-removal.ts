import { rates } from '@balcao/shared/api/orders/rates.ts'
import type { Rate } from '@balcao/shared/entities/rate.ts'
import { useTranslation } from 'react-i18next'
import { formatMoney } from './format.ts'
import { applyListEvent, queryClient } from './queries.ts'
import { api } from './session.ts'
import type { Removal } from './use-remove.ts'

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
    forget: rate => {
      for (const list of [rates.list, rates.ofStore])
        applyListEvent(queryClient, list, 'rates', { action: 'delete', id: rate.id })
    },
  }
  return { nameOf, removal }
}
