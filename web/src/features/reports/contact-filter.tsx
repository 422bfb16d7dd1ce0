import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { SEARCH_FROM, useFoundContacts } from '#/features/contacts/public/use-found-contacts.ts'
import { formatPhone } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import type { ReportFilters } from './report-search.ts'

type Choice = Pick<ReportFilters, 'contactId' | 'text'>

interface ContactFilterProps {
  value: Choice
  onChange: (choice: Choice) => void
  id?: string
}

/** Filters by one contact found by the search, or by the text itself, for all matches. */
export function ContactFilter({ value, onChange, ...field }: ContactFilterProps) {
  const { t } = useTranslation('ticketreport')
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const isLong = text.length >= SEARCH_FROM
  const { found: rows } = useFoundContacts(typed)
  const chosen = useQuery({
    ...apiQuery(contacts.get, { params: { id: value.contactId } }),
    enabled: value.contactId !== '',
  })
  const others = value.contactId && !rows.some(({ id }) => id === value.contactId) && chosen.data ? [chosen.data] : []
  const texts = [...new Set([...(isLong ? [text] : []), ...(value.text ? [value.text] : [])])]
  return (
    <Combobox
      {...field}
      label={t('contact.label')}
      placeholder={t('contact.any')}
      clearLabel={t('contact.clear')}
      emptyText={isLong ? t('contact.none') : t('contact.hint')}
      onSearch={setTyped}
      value={value.contactId ? `contact:${value.contactId}` : value.text ? `text:${value.text}` : null}
      options={[
        ...texts.map(each => ({ value: `text:${each}`, label: t('contact.text', { text: each }) })),
        ...[...others, ...rows].map(contact => ({
          value: `contact:${contact.id}`,
          label: contact.name,
          hint: formatPhone(contact.number),
        })),
      ]}
      onChange={choice => {
        setTyped('')
        const [kind, rest] = [choice?.slice(0, choice.indexOf(':')), choice?.slice(choice.indexOf(':') + 1) ?? '']
        onChange({ contactId: kind === 'contact' ? rest : '', text: kind === 'text' ? rest : '' })
      }}
    />
  )
}
