import { useTranslation } from 'react-i18next'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import type { EditedAction } from './edited-action.ts'

interface EmailFieldsProps {
  action: EditedAction
  /** Accessible name of the e-mail's text; those of the others begin with it. */
  label: string
  invalid: boolean
  onChange: (action: EditedAction) => void
}

/** Edits to whom an e-mail goes, its subject and its text. */
export function EmailFields({ action, label, invalid, onChange }: EmailFieldsProps) {
  const { t } = useTranslation('macros')
  const { to = '', subject = '', value } = action
  return (
    <div className="flex flex-col gap-2">
      <Input
        type="email"
        autoComplete="off"
        aria-label={`${label}: ${t('email.to')}`}
        aria-invalid={invalid && !to.includes('@')}
        placeholder={t('email.to')}
        maxLength={200}
        value={to}
        onChange={event => onChange({ ...action, to: event.target.value })}
      />
      <Input
        autoComplete="off"
        aria-label={`${label}: ${t('email.subject')}`}
        aria-invalid={invalid && subject.trim() === ''}
        placeholder={t('email.subject')}
        maxLength={200}
        value={subject}
        onChange={event => onChange({ ...action, subject: event.target.value })}
      />
      <Textarea
        rows={3}
        aria-label={label}
        aria-invalid={invalid && value.trim() === ''}
        placeholder={t('email.text')}
        maxLength={4096}
        value={value}
        onChange={event => onChange({ ...action, value: event.target.value })}
      />
    </div>
  )
}
