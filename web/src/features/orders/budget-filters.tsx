import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PhoneFilters } from '#/components/list/phone-filters.tsx'
import { PeriodInput } from '#/components/ui/period-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { dayOf } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Filters of the list of orders, as its address has them. */
interface Filters {
  status?: string | undefined
  seller?: string | undefined
  from?: string | undefined
  to?: string | undefined
  paid?: boolean | undefined
  canceled?: true | undefined
}

/** Choices beside all orders that are not cancelled. */
const SITUATIONS = ['paid', 'unpaid', 'canceled'] as const

interface BudgetFiltersProps {
  filters: Filters
  /** Sellers of the listed orders: AI agents are among them, and users who are gone. */
  sellers: readonly UserRef[]
  onChange: (changes: Filters) => void
}

/** Limits the orders to a period, a status, a seller and a situation; on phones behind a button. */
export function BudgetFilters(props: BudgetFiltersProps) {
  const { status, seller, from, to, paid, canceled } = props.filters
  const count = [status, seller, from ?? to, paid, canceled].filter(value => value !== undefined).length
  return (
    <PhoneFilters count={count}>
      <Fields {...props} />
    </PhoneFilters>
  )
}

function Fields({ filters: { status, seller, from, to, paid, canceled }, sellers, onChange }: BudgetFiltersProps) {
  const { t } = useTranslation('budgets')
  const situation = paid === undefined ? (canceled ? 'canceled' : '') : paid ? 'paid' : 'unpaid'
  const today = dayOf(Date.now())
  const statuses = useQuery(apiQuery(statusBudgets.listAll)).data ?? []
  const people = useQuery(apiQuery(users.listAll)).data ?? []
  const others = sellers.filter(({ id }, i) => [...people, ...sellers.slice(0, i)].every(person => person.id !== id))
  const options = (rows: readonly { id: string; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <PeriodInput
        isOptional
        className="w-full sm:w-60"
        max={today}
        value={from || to ? { from: from ?? to ?? today, to: to ?? today } : undefined}
        onChange={period => onChange({ from: period?.from, to: period?.to })}
      />
      <Select
        aria-label={t('filters.byStatus')}
        className="w-full min-[420px]:w-40"
        value={status ?? ''}
        placeholder={t('filters.anyStatus')}
        options={options(statuses)}
        onChange={({ target }) => onChange({ status: target.value || undefined })}
      />
      <Select
        aria-label={t('filters.bySeller')}
        className="w-full min-[420px]:w-48"
        value={seller ?? ''}
        placeholder={t('filters.anySeller')}
        options={options([...people, ...others])}
        onChange={({ target }) => onChange({ seller: target.value || undefined })}
      />
      <Select
        aria-label={t('filters.bySituation')}
        className="w-full min-[420px]:w-44"
        value={situation}
        placeholder={t('filters.anySituation')}
        options={SITUATIONS.map(value => ({ value, label: t(`filters.${value}`) }))}
        onChange={({ target: { value } }) =>
          onChange({
            paid: value === 'paid' ? true : value === 'unpaid' ? false : undefined,
            canceled: value === 'canceled' || undefined,
          })
        }
      />
    </>
  )
}
