import { PROFILES } from '@balcao/shared/access.ts'
import { invitations } from '@balcao/shared/api/team/invitations.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { Field, ToggleField } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { currentLanguage, languageNames, languages } from '#/lib/i18n.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'

/** Invites somebody by e-mail, with name and rights; they set the password themselves. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['onboarding', 'team'])
  const queues = useQuery(apiQuery(queue.list))
  const form = useForm({
    resolver: formResolver(invitations.create.body),
    defaultValues: {
      name: '',
      email: '',
      profile: 'user' as const,
      whatsappId: null,
      queueIds: [],
      allTicket: 'disabled' as const,
      language: currentLanguage(),
    },
  })
  const { errors } = form.formState
  const values = form.watch()
  return (
    <RowDialog
      form={form}
      title={t('invitations.inviteTitle')}
      save={body => api(invitations.create, { body })}
      list={invitations.list}
      rowsKey={null}
      saved={t('invitations.sent', { email: values.email })}
      fieldOf={{ ERR_EMAIL_ALREADY_EXISTS: 'email', ERR_INVITATION_ALREADY_EXISTS: 'email' }}
      submitLabel={t('invitations.submit')}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('invitations.hint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('team:field.name')} error={fieldError(errors.name)} required>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field label={t('team:field.email')} error={fieldError(errors.email)} required>
          <Input type="email" autoComplete="off" autoCapitalize="none" {...form.register('email')} />
        </Field>
        <Field label={t('team:field.profile')}>
          <Select
            options={PROFILES.map(value => ({ value, label: t(`team:profiles.${value}`) }))}
            {...form.register('profile')}
          />
        </Field>
        <Field label={t('invitations.language')}>
          <Select
            options={languages.map(value => ({ value, label: languageNames[value] }))}
            {...form.register('language')}
          />
        </Field>
      </div>
      <Controller
        control={form.control}
        name="queueIds"
        render={({ field }) => (
          <Field label={t('team:field.queues')}>
            <MultiSelect
              value={field.value ?? []}
              onChange={field.onChange}
              loading={queues.isPending}
              options={(queues.data ?? []).map(each => ({ value: each.id, label: each.name, color: each.color }))}
              placeholder={t('team:users.noQueues')}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="allTicket"
        render={({ field }) => (
          <ToggleField label={t('team:field.allTicket')} hint={t('team:field.allTicketHint')}>
            <Switch
              checked={field.value === 'enabled'}
              onCheckedChange={on => field.onChange(on ? 'enabled' : 'disabled')}
            />
          </ToggleField>
        )}
      />
    </RowDialog>
  )
}
