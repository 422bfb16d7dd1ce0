import { customers } from '@balcao/shared/api/customers/customers.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'

/** A search for a customer begins with so many letters or digits (3-sales §5). */
const LEAST = 3

interface CustomerChoiceProps {
  value: string | null
  /** What is known of who is chosen. */
  chosen: { id: string; name: string; document: string } | null
  onChange: (customerId: string) => void
}

/** Who buys. */
export function CustomerChoice({ value, chosen, onChange }: CustomerChoiceProps) {
  const { t } = useTranslation('checkout')
  const [text, setText] = useState('')
  const settled = useDebouncedValue(text.trim())
  const enough = settled.length >= LEAST
  const query = useQuery({
    ...apiQuery(customers.listAll, { query: { searchParam: settled } }),
    enabled: enough,
    placeholderData: keepPreviousData,
  })
  const found = enough ? (query.data ?? []).map(({ id, fullName, document }) => ({ id, name: fullName, document })) : []
  const known = [...(chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []), ...found]
  return (
    <Field label={t('customer.label')} hint={value === null ? t('customer.none') : undefined}>
      <Combobox
        value={value}
        onChange={id => id && onChange(id)}
        options={known.map(({ id, name, document }) => ({ value: id, label: name, hint: formatDocument(document) }))}
        onSearch={setText}
        loading={enough && query.isFetching}
        placeholder={t('customer.placeholder')}
        emptyText={enough ? t('customer.nothing') : t('customer.least')}
      />
    </Field>
  )
}
