import type { Contract } from '@balcao/shared/entities/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { useCustomerSearch } from '#/features/customers/public/use-customer-search.ts'

interface CustomerSelectProps {
  /** Id of the customer; empty: none yet. */
  value: string
  /** Customer of the contract, so that the name shows before any search. */
  known: Contract['customer'] | undefined
  onChange: (id: string) => void
  id?: string
}

/** Selects a customer, searched by name or document. */
export function CustomerSelect({ value, known, onChange, ...field }: CustomerSelectProps) {
  const { t } = useTranslation('contracts')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(known)
  const { enough, found, searching } = useCustomerSearch(typed)
  const others = chosen && chosen.id === value && !found.some(({ id }) => id === value) ? [chosen] : []
  return (
    <Combobox
      {...field}
      placeholder={t('chooseCustomer')}
      emptyText={enough ? t('noCustomers') : t('searchFrom')}
      loading={searching}
      onSearch={setTyped}
      value={value || null}
      options={[
        ...others.map(({ id, fullName }) => ({ value: id, label: fullName })),
        ...found.map(({ id, fullName, document }) => ({ value: id, label: fullName, hint: document })),
      ]}
      onChange={id => {
        setChosen(found.find(customer => customer.id === id) ?? chosen)
        setTyped('')
        onChange(id ?? '')
      }}
    />
  )
}
