import { templates } from '@balcao/shared/api/channels/templates.ts'
import { isSendable } from '@balcao/shared/rules/templates/sending-components.ts'
import { templateVariables } from '@balcao/shared/rules/templates/template-variables.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useOfficialNumbers } from './use-official-numbers.ts'

/** Most templates of a number that are offered at once; the others are found by searching. */
const OFFERED = 100

interface TemplateValueProps {
  label: string
  value: string
  invalid: boolean
  onChange: (templateId: string) => void
}

/** Lets a person choose an approved template without variables, which can be sent as it is. */
export function TemplateValue({ label, value, invalid, onChange }: TemplateValueProps) {
  const { t } = useTranslation('macros')
  const [text, setText] = useState('')
  const searchParam = useDebouncedValue(text, 250)
  const found = useQueries({
    queries: useOfficialNumbers().map(({ id: whatsappId }) =>
      apiQuery(templates.list, { query: { whatsappId, status: 'APPROVED', searchParam, limit: OFFERED } }),
    ),
  })
  // Numbers of one account have the same templates.
  const rows = new Map(found.flatMap(({ data }) => data?.templates ?? []).map(row => [row.id, row]))
  const options = [...rows.values()]
    .filter(({ components }) => isSendable(components) && templateVariables(components).length === 0)
    .map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` }))
  return (
    <Combobox
      label={label}
      placeholder={t('choose')}
      loading={found.some(({ isLoading }) => isLoading)}
      options={options}
      value={value || null}
      onSearch={setText}
      emptyText={t('template.none')}
      onChange={chosen => onChange(chosen ?? '')}
      aria-invalid={invalid}
    />
  )
}
