import { customers } from '@balcao/shared/api/customers/customers.ts'
import type { Contract } from '@balcao/shared/entities/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'

/** Characters from which customers are looked for (3-sales §5). */
const SEARCH_FROM = 3

interface CustomerSelectProps {
  /** An id; empty: none yet. */
  value: string
  /** Whose the contract is, so that the name is there before anything was searched. */
  known: Contract['customer'] | undefined
  onChange: (id: string) => void
  id?: string
}

/** A customer out of those that are found by name or document. */
export function CustomerSelect({ value, known, onChange, ...field }: CustomerSelectProps) {
  const { t } = useTranslation('contracts')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(known)
  const settled = useDebouncedValue(typed.trim().toLowerCase())
  const isLong = typed.trim().length >= SEARCH_FROM && settled.length >= SEARCH_FROM
  const found = useQuery({
    ...apiQuery(customers.listAll, { query: { searchParam: settled } }),
    enabled: settled.length >= SEARCH_FROM,
    placeholderData: previous => previous,
  })
  const rows = isLong ? (found.data ?? []) : []
  const others = chosen && chosen.id === value && !rows.some(({ id }) => id === value) ? [chosen] : []
  return (
    <Combobox
      {...field}
      placeholder={t('chooseCustomer')}
      emptyText={isLong ? t('noCustomers') : t('searchFrom')}
      loading={isLong && found.isFetching}
      onSearch={setTyped}
      value={value || null}
      options={[
        ...others.map(({ id, fullName }) => ({ value: id, label: fullName })),
        ...rows.map(({ id, fullName, document }) => ({ value: id, label: fullName, hint: document })),
      ]}
      onChange={id => {
        setChosen(rows.find(customer => customer.id === id) ?? chosen)
        setTyped('')
        onChange(id ?? '')
      }}
    />
  )
}
