import { plans } from '@balcao/shared/api/company/plans.ts'
import { RECURRENCES } from '@balcao/shared/entities/company.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiQuery } from '#/lib/queries.ts'

/** Returns the plans and recurrences a company may have, as options. */
export function usePlanOptions() {
  const { t } = useTranslation('platform')
  const list = useQuery(apiQuery(plans.list))
  return {
    plans: (list.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    recurrences: RECURRENCES.map(value => ({ value, label: t(`recurrence.${value}`) })),
  }
}
