import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { PeriodInput } from '#/components/ui/period-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { dayOf } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'

/** Filters of the list of orders, as its address has them. */
interface Filters {
  status?: string | undefined
  seller?: string | undefined
  from?: string | undefined
  to?: string | undefined
  paid?: true | undefined
  canceled?: true | undefined
}

interface BudgetFiltersProps {
  filters: Filters
  /** Sellers of the listed orders: AI agents are among them, and users who are gone. */
  sellers: readonly UserRef[]
  onChange: (changes: Filters) => void
}

/** Limits the orders to a period, a status and a seller; on phones behind a button. */
export function BudgetFilters(props: BudgetFiltersProps) {
  const { t } = useTranslation('budgets')
  const roomy = useMediaQuery('(min-width: 600px)')
  const [open, setOpen] = useState(false)
  const { filters } = props
  const count = (['status', 'seller', 'from', 'to', 'paid', 'canceled'] as const).filter(name => filters[name]).length
  return (
    <>
      {!roomy && (
        <Button
          icon={<SlidersHorizontal size={16} />}
          aria-expanded={open}
          className="w-full"
          onClick={() => setOpen(!open)}
        >
          {t('filters.open')}
          {count > 0 && ` (${count})`}
        </Button>
      )}
      {(roomy || open) && <Fields {...props} />}
    </>
  )
}

function Fields({ filters: { status, seller, from, to, paid, canceled }, sellers, onChange }: BudgetFiltersProps) {
  const { t } = useTranslation('budgets')
  const switchId = useId()
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
        className="w-full sm:w-64"
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
        className="w-full min-[420px]:w-44"
        value={seller ?? ''}
        placeholder={t('filters.anySeller')}
        options={options([...people, ...others])}
        onChange={({ target }) => onChange({ seller: target.value || undefined })}
      />
      <Toggle
        id={`${switchId}-paid`}
        label={t('filters.paid')}
        checked={paid}
        onChange={on => onChange({ paid: on })}
      />
      <Toggle
        id={`${switchId}-canceled`}
        label={t('canceledToo')}
        checked={canceled}
        onChange={on => onChange({ canceled: on })}
      />
    </>
  )
}

interface ToggleProps {
  id: string
  label: string
  checked: true | undefined
  onChange: (on: true | undefined) => void
}

function Toggle({ id, label, checked = undefined, onChange }: ToggleProps) {
  return (
    <span className="flex h-control items-center gap-2">
      <Switch id={id} checked={checked === true} onCheckedChange={on => onChange(on || undefined)} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
