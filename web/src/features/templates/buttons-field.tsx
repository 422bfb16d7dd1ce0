import type { TemplateButtonDefinition } from '@balcao/shared/entities/template.ts'
import { placeholdersIn } from '@balcao/shared/rules/templates/placeholders.ts'
import { TEMPLATE_LIMITS } from '@balcao/shared/rules/templates/template-problems.ts'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field, FormSection } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { PhoneInput } from '#/components/ui/phone-input.tsx'
import { Select } from '#/components/ui/select.tsx'

const KINDS = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const
type Kind = (typeof KINDS)[number]

const newButton = (type: Kind, text = ''): TemplateButtonDefinition => {
  switch (type) {
    case 'QUICK_REPLY':
      return { type, text }
    case 'URL':
      return { type, text, url: 'https://' }
    case 'PHONE_NUMBER':
      return { type, text, phone_number: '+55' }
    case 'COPY_CODE':
      return { type, example: '' }
  }
}

interface ButtonsFieldProps {
  buttons: readonly TemplateButtonDefinition[]
  errorOf: (field: string) => string | undefined
  onChange: (buttons: TemplateButtonDefinition[]) => void
}

/** Edits the buttons of a template. */
export function ButtonsField({ buttons, errorOf, onChange }: ButtonsFieldProps) {
  const { t } = useTranslation('templates')
  const error = errorOf('buttons')
  return (
    <FormSection title={t('button.title')} hint={t('button.hint')}>
      {buttons.map((button, i) => (
        <ButtonField
          // biome-ignore lint/suspicious/noArrayIndexKey: a button is its place, which the message keeps
          key={i}
          button={button}
          errorOf={part => errorOf(`buttons.${i}${part && `.${part}`}`)}
          onChange={changed => onChange(buttons.with(i, changed))}
          onRemove={() => onChange(buttons.filter((_, at) => at !== i))}
        />
      ))}
      {error && (
        <p role="alert" className="text-danger-ink text-sm">
          {error}
        </p>
      )}
      {buttons.length < TEMPLATE_LIMITS.buttons && (
        <Button
          className="self-start"
          size="sm"
          icon={<Plus size={16} />}
          onClick={() => onChange([...buttons, newButton('QUICK_REPLY')])}
        >
          {t('button.add')}
        </Button>
      )}
    </FormSection>
  )
}

interface ButtonFieldProps {
  button: TemplateButtonDefinition
  errorOf: (part: string) => string | undefined
  onChange: (button: TemplateButtonDefinition) => void
  onRemove: () => void
}

function ButtonField({ button, errorOf, onChange, onRemove }: ButtonFieldProps) {
  const { t } = useTranslation('templates')
  const text = button.text ?? ''
  return (
    <div className="flex items-start gap-2 rounded-md border border-line p-3">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
        {button.type === 'OTHER' ? (
          <p className="text-ink-2 sm:col-span-2">{t('button.other')}</p>
        ) : (
          <Field label={t('button.kind')}>
            <Select
              value={button.type}
              onChange={event => onChange(newButton(event.target.value as Kind, text))}
              options={KINDS.map(value => ({ value, label: t(`button.${value}`) }))}
            />
          </Field>
        )}
        {button.type !== 'COPY_CODE' && button.type !== 'OTHER' && (
          <Field
            label={t('button.text')}
            error={errorOf('text')}
            hint={t('field.count', { used: text.length, most: TEMPLATE_LIMITS.buttonText })}
            required
          >
            <Input
              value={text}
              autoComplete="off"
              onChange={event => onChange({ ...button, text: event.target.value })}
            />
          </Field>
        )}
        {button.type === 'URL' && (
          <Field
            label={t('button.url')}
            error={errorOf('url')}
            hint={t('button.urlHint', { variable: '{{1}}' })}
            className="sm:col-span-2"
            required
          >
            <Input
              value={button.url}
              inputMode="url"
              autoComplete="off"
              onChange={event => onChange({ ...button, url: event.target.value })}
            />
          </Field>
        )}
        {button.type === 'URL' && placeholdersIn(button.url).length > 0 && (
          <Field label={t('button.urlSample')} error={errorOf('example')} className="sm:col-span-2" required>
            <Input
              value={button.example?.[0] ?? ''}
              inputMode="url"
              autoComplete="off"
              onChange={event => onChange({ ...button, example: [event.target.value] })}
            />
          </Field>
        )}
        {button.type === 'PHONE_NUMBER' && (
          <Field label={t('button.phone')} error={errorOf('phone_number')} className="sm:col-span-2" required>
            <PhoneInput
              value={button.phone_number}
              onChange={number => onChange({ ...button, phone_number: number })}
            />
          </Field>
        )}
        {button.type === 'COPY_CODE' && (
          <Field label={t('button.code')} error={errorOf('example')} required>
            <Input
              value={button.example}
              autoComplete="off"
              onChange={event => onChange({ ...button, example: event.target.value })}
            />
          </Field>
        )}
      </div>
      <IconButton
        label={t('button.remove', { name: text || (button.type === 'OTHER' ? '' : t(`button.${button.type}`)) })}
        icon={<Trash2 size={16} />}
        size="sm"
        onClick={onRemove}
      />
    </div>
  )
}
