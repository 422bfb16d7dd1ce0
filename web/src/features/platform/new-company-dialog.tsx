import { companies } from '@balcao/shared/api/company/companies.ts'
import { DEFAULT_SETTINGS } from '@balcao/shared/entities/setting.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { DayField } from '#/components/day-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field, ToggleField } from '#/components/ui/field.tsx'
import { Input, PasswordInput } from '#/components/ui/input.tsx'
import { PhoneInput } from '#/components/ui/phone-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'
import { dueDayOf, dueOnDay } from './due-day.ts'
import { usePlanOptions } from './plan-options.ts'

const fields = companies.create.body.omit({ dueDate: true, status: true }).extend({ day: z.iso.date() })
/** Time zone of a new company until it chooses another. */
const ZONE = DEFAULT_SETTINGS.timezone
const MONTH_MS = 30 * 86_400_000

/** Creates a company with its plan and its first user. */
export function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['platform', 'common'])
  const options = usePlanOptions()
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: {
      name: '',
      email: '',
      phone: '',
      password: '',
      adminName: undefined as string | undefined,
      planId: '',
      recurrence: 'MENSAL' as const,
      day: dueDayOf(new Date(Date.now() + MONTH_MS).toISOString(), ZONE),
      campaignsEnabled: true,
    },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={t('companies.add')}
      save={({ day, ...body }) => api(companies.create, { body: { ...body, dueDate: dueOnDay(day, ZONE) } })}
      list={companies.list}
      rowsKey="companies"
      saved={t('companies.added')}
      failed={t('common:error.saving')}
      fieldOf={{ ERR_COMPANY_ALREADY_EXISTS: 'name', ERR_EMAIL_ALREADY_EXISTS: 'email', ERR_NO_PLAN_FOUND: 'planId' }}
      onClose={onClose}
    >
      <Field label={t('field.name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Controller
        control={form.control}
        name="phone"
        render={({ field }) => (
          <Field label={t('field.phone')} error={fieldError(errors.phone)} required>
            <PhoneInput ref={field.ref} value={field.value} onBlur={field.onBlur} onChange={field.onChange} />
          </Field>
        )}
      />
      <Field label={t('field.planId')} error={fieldError(errors.planId)} required>
        <Select options={[{ value: '', label: t('field.choose') }, ...options.plans]} {...form.register('planId')} />
      </Field>
      <Field label={t('field.recurrence')}>
        <Select options={options.recurrences} {...form.register('recurrence')} />
      </Field>
      <DayField control={form.control} name="day" label={t('field.dueDate')} required />
      <Controller
        control={form.control}
        name="campaignsEnabled"
        render={({ field }) => (
          <ToggleField label={t('field.campaignsEnabled')} hint={t('field.campaignsHint')}>
            <Switch checked={field.value ?? true} onCheckedChange={field.onChange} />
          </ToggleField>
        )}
      />
      <Field label={t('field.adminName')} error={fieldError(errors.adminName)}>
        <Input
          autoComplete="off"
          {...form.register('adminName', { setValueAs: (text?: string) => text?.trim() || undefined })}
        />
      </Field>
      <Field label={t('field.adminEmail')} error={fieldError(errors.email)} required>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <Field label={t('field.password')} error={fieldError(errors.password)} required>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
    </RowDialog>
  )
}
