import { companies, LOGO_LIMIT } from '@balcao/shared/api/company/companies.ts'
import type { Company } from '@balcao/shared/entities/company.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { DayField } from '#/components/day-field.tsx'
import { MediaField } from '#/components/media-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field, FormSection, ToggleField } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { PhoneInput } from '#/components/ui/phone-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { MEDIA_REFUSALS, type MediaValue, removal, rowMedia } from '#/lib/row-media.ts'
import { api, useUser } from '#/lib/session.ts'
import { companyZone } from '#/lib/settings.ts'
import { toast } from '#/lib/toast.ts'
import { CompanyToken } from './company-token.tsx'
import { dueDayOf, dueOnDay } from './due-day.ts'
import { logoFile } from './logo-file.ts'
import { usePlanOptions } from './plan-options.ts'

const fields = companies.update.body
  .omit({ dueDate: true, status: true })
  .required()
  .extend({ day: z.iso.date(), media: z.custom<MediaValue>() })

const BILLING = [
  'billingName',
  'addressZipCode',
  'addressStreet',
  'addressDistrict',
  'addressCity',
  'addressState',
] as const

/**
 * Edits a company. Its admins may change the invoice data and the logo; super users may change the
 * rest.
 */
export function CompanyDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation(['platform', 'common'])
  const user = useUser()
  const options = usePlanOptions()
  const readOnly = !user.super
  const { timezone = companyZone() } = company
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: {
      name: company.name,
      email: company.email,
      phone: company.phone,
      planId: company.planId,
      recurrence: company.recurrence,
      day: dueDayOf(company.dueDate, timezone),
      campaignsEnabled: company.campaignsEnabled,
      ...(Object.fromEntries(BILLING.map(name => [name, company[name]])) as Pick<Company, (typeof BILLING)[number]>),
      media: rowMedia({ ...company, mediaType: 'image' }) as MediaValue,
    },
  })
  const { errors } = form.formState
  const params = { id: company.id }
  return (
    <RowDialog
      form={form}
      title={t('companies.edit')}
      save={async ({ media, day, ...body }) => {
        if (!company.id) return void toast.refused(t('companies.noId'))
        const dueDate = dueOnDay(day, timezone, company.dueDate)
        const billing = Object.fromEntries(BILLING.map(name => [name, body[name]]))
        const changes = { ...(readOnly ? billing : { ...body, dueDate }), ...removal(media, company) }
        const sentFiles = media instanceof File ? { files: [await logoFile(media)] } : {}
        return api(companies.update, { params, body: changes }, sentFiles)
      }}
      list={companies.list}
      rowsKey="companies"
      saved={t('companies.saved')}
      failed={t('common:error.saving')}
      fieldOf={{ ...MEDIA_REFUSALS, ERR_COMPANY_ALREADY_EXISTS: 'name', ERR_NO_PLAN_FOUND: 'planId' }}
      onClose={onClose}
    >
      <Field label={t('field.name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" readOnly={readOnly} {...form.register('name')} />
      </Field>
      <Controller
        control={form.control}
        name="phone"
        render={({ field }) => (
          <Field label={t('field.phone')} error={fieldError(errors.phone)} required>
            <PhoneInput
              readOnly={readOnly}
              ref={field.ref}
              value={field.value}
              onBlur={field.onBlur}
              onChange={field.onChange}
            />
          </Field>
        )}
      />
      <Field label={t('field.email')} error={fieldError(errors.email)} required>
        <Input type="email" autoComplete="off" readOnly={readOnly} {...form.register('email')} />
      </Field>
      {readOnly ? (
        <Field label={t('field.planId')}>
          <Input readOnly value={company.plan?.name ?? ''} />
        </Field>
      ) : (
        <>
          <Field label={t('field.planId')} error={fieldError(errors.planId)} required>
            <Select options={options.plans} {...form.register('planId')} />
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
        </>
      )}
      <Controller
        control={form.control}
        name="media"
        render={({ field, fieldState }) => (
          <MediaField
            label={t('field.logo')}
            hint={t('field.logoHint')}
            accept="image/png,image/jpeg"
            largest={LOGO_LIMIT}
            value={field.value}
            onChange={field.onChange}
            error={fieldError(fieldState.error)}
          />
        )}
      />
      <FormSection title={t('billing.title')}>
        {BILLING.map(name => (
          <Field key={name} label={t(`billing.${name}`)} error={fieldError(errors[name])}>
            <Input autoComplete="off" {...form.register(name)} />
          </Field>
        ))}
      </FormSection>
      {company.id === user.companyId && <CompanyToken company={company} />}
    </RowDialog>
  )
}
