import { webhooks } from '@balcao/shared/api/automation/webhooks.ts'
import {
  USUAL_WEBHOOK_EVENTS,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
} from '@balcao/shared/entities/webhook.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

interface WebhookDialogProps {
  /** The webhook to edit; null: a new one. */
  row: Webhook | null
  /** Called with the secret of a new webhook. */
  onMade: (secret: string) => void
  onClose: () => void
}

export function WebhookDialog({ row, onMade, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('messagesApi')
  const form = useForm({
    resolver: formResolver(webhooks.create.body),
    defaultValues: {
      name: row?.name ?? '',
      url: row?.url ?? '',
      events: row?.events ?? [...USUAL_WEBHOOK_EVENTS],
      active: row?.active ?? true,
    },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={row ? t('hooks.editTitle') : t('hooks.add')}
      save={async body => {
        if (row) return api(webhooks.update, { params: { id: row.id }, body })
        const { secret, ...made } = await api(webhooks.create, { body })
        onMade(secret)
        return made
      }}
      list={webhooks.list}
      rowsKey="webhooks"
      saved={row ? t('hooks.saved') : t('hooks.added')}
      fieldOf={{ ERR_WEBHOOK_NAME_ALREADY_EXISTS: 'name', ERR_OUTGOING_URL: 'url' }}
      onClose={onClose}
    >
      <Field label={t('hooks.name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label={t('hooks.url')} hint={t('hooks.urlHint')} error={fieldError(errors.url)} required>
        <Input type="url" inputMode="url" autoComplete="off" placeholder="https://" {...form.register('url')} />
      </Field>
      <Controller
        control={form.control}
        name="events"
        render={({ field }) => (
          <fieldset>
            <legend className="mb-2 font-medium">{t('hooks.events')}</legend>
            <div className="flex flex-col gap-2.5 touch:gap-0">
              {WEBHOOK_EVENTS.map(event => (
                <EventChoice
                  key={event}
                  event={event}
                  checked={field.value.includes(event)}
                  onChange={on =>
                    field.onChange(on ? [...field.value, event] : field.value.filter(each => each !== event))
                  }
                />
              ))}
            </div>
            {errors.events && (
              <p role="alert" className="mt-2 text-danger-ink text-sm">
                {t('hooks.eventsMissing')}
              </p>
            )}
          </fieldset>
        )}
      />
      <SwitchField control={form.control} name="active" label={t('hooks.active')} hint={t('hooks.activeHint')} />
    </RowDialog>
  )
}

interface EventChoiceProps {
  event: WebhookEvent
  checked: boolean
  onChange: (on: boolean) => void
}

function EventChoice({ event, checked, onChange }: EventChoiceProps) {
  const { t } = useTranslation('messagesApi')
  const id = `event-${event}`
  return (
    <div className="flex items-center gap-2.5 touch:min-h-11">
      <Checkbox id={id} checked={checked} onCheckedChange={value => onChange(value === true)} />
      <label htmlFor={id} className="flex flex-wrap items-baseline gap-x-2">
        {t(`events.${event}`)} <code className="font-mono text-ink-2 text-xs">{event}</code>
      </label>
    </div>
  )
}
