import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { useCustomerSearch } from '#/features/customers/public/use-customer-search.ts'

interface CustomerChoiceProps {
  value: string | null
  /** Known data of the chosen customer. */
  chosen: { id: string; name: string; document: string } | null
  onChange: (customerId: string) => void
}

/** Chooses the customer of an order. */
export function CustomerChoice({ value, chosen, onChange }: CustomerChoiceProps) {
  const { t } = useTranslation('checkout')
  const [text, setText] = useState('')
  const { enough, found, searching } = useCustomerSearch(text)
  const known = [
    ...(chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []),
    ...found.map(({ id, fullName, document }) => ({ id, name: fullName, document })),
  ]
  return (
    <Field label={t('customer.label')} hint={value === null ? t('customer.none') : undefined}>
      <Combobox
        value={value}
        onChange={id => id && onChange(id)}
        options={known.map(({ id, name, document }) => ({ value: id, label: name, hint: formatDocument(document) }))}
        onSearch={setText}
        loading={searching}
        placeholder={t('customer.placeholder')}
        emptyText={enough ? t('customer.nothing') : t('customer.least')}
      />
    </Field>
  )
}
