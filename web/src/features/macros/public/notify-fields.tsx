import { queue } from '@balcao/shared/api/team/queue.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { apiQuery } from '#/lib/queries.ts'
import type { EditedAction } from './edited-action.ts'

interface NotifyFieldsProps {
  action: EditedAction
  /** Accessible name of the notice's text; that of whom it is for begins with it. */
  label: string
  invalid: boolean
  onChange: (action: EditedAction) => void
}

/** Edits who is notified, a person or everybody of a queue, and of what. */
export function NotifyFields({ action, label, invalid, onChange }: NotifyFieldsProps) {
  const { t } = useTranslation('macros')
  const people = useQuery(apiQuery(users.listAll))
  const queues = useQuery(apiQuery(queue.list))
  const { to = '', value } = action
  const options = [
    ...(queues.data ?? []).map(({ id, name, color }) => ({
      value: `queue:${id}`,
      label: t('notify.queue', { name }),
      color,
    })),
    ...(people.data ?? []).map(({ id, name }) => ({ value: `user:${id}`, label: name })),
  ]
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        label={`${label}: ${t('notify.to')}`}
        placeholder={t('notify.to')}
        loading={people.isLoading || queues.isLoading}
        options={options}
        value={to || null}
        onChange={chosen => onChange({ ...action, to: chosen ?? '' })}
        aria-invalid={invalid && to === ''}
      />
      <Textarea
        rows={2}
        aria-label={label}
        aria-invalid={invalid && value.trim() === ''}
        placeholder={t('notify.text')}
        maxLength={4096}
        value={value}
        onChange={event => onChange({ ...action, value: event.target.value })}
      />
    </div>
  )
}
