import { PLAN_FLAGS } from '@balcao/shared/access.ts'
import { plans } from '@balcao/shared/api/company/plans.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

interface PlanDialogProps {
  /** The plan to edit; null: a new one. */
  plan: Plan | null
  onClose: () => void
}

const LIMITS = ['users', 'connections', 'queues'] as const
const MONTHLY = ['campaigns', 'schedules'] as const

export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const { t } = useTranslation(['plans', 'common'])
  const flags = Object.fromEntries(PLAN_FLAGS.map(flag => [flag, plan?.[flag] ?? false])) as Pick<
    Plan,
    (typeof PLAN_FLAGS)[number]
  >
  const form = useForm({
    resolver: formResolver(plans.create.body),
    defaultValues: {
      name: plan?.name ?? '',
      users: plan?.users ?? 5,
      connections: plan?.connections ?? 1,
      queues: plan?.queues ?? 5,
      campaigns: plan?.campaigns ?? null,
      schedules: plan?.schedules ?? null,
      value: plan?.value ?? 0,
      ...flags,
    },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={plan ? t('editTitle') : t('add')}
      save={body => (plan ? api(plans.update, { params: { id: plan.id }, body }) : api(plans.create, { body }))}
      list={plans.list}
      rowsKey={null}
      saved={plan ? t('saved') : t('added')}
      failed={t('common:error.saving')}
      fieldOf={{ ERR_PLAN_ALREADY_EXISTS: 'name' }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('name')} error={fieldError(errors.name)} required>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Controller
          control={form.control}
          name="value"
          render={({ field }) => (
            <Field label={t('value')} error={fieldError(errors.value)} required>
              <MoneyInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} />
            </Field>
          )}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {LIMITS.map(name => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              <Field label={t(`limits.${name}`)} error={errors[name] && t('limitWrong')} required>
                <Input
                  ref={field.ref}
                  inputMode="numeric"
                  autoComplete="off"
                  className="tabular text-right"
                  value={String(field.value)}
                  onBlur={field.onBlur}
                  onChange={event => field.onChange(Number(event.target.value.replace(/\D/g, '').slice(0, 6)))}
                />
              </Field>
            )}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {MONTHLY.map(name => (
          <Controller
            key={name}
            control={form.control}
            name={name}
            render={({ field }) => (
              <Field label={t(`limits.${name}`)} hint={t('monthlyHint')} error={errors[name] && t('monthlyWrong')}>
                <Input
                  ref={field.ref}
                  inputMode="numeric"
                  autoComplete="off"
                  className="tabular text-right"
                  value={field.value === null || field.value === undefined ? '' : String(field.value)}
                  onBlur={field.onBlur}
                  onChange={event => {
                    const digits = event.target.value.replace(/\D/g, '').slice(0, 6)
                    field.onChange(digits === '' ? null : Number(digits))
                  }}
                />
              </Field>
            )}
          />
        ))}
      </div>
      <fieldset>
        <legend className="mb-2 font-medium">{t('modules')}</legend>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {PLAN_FLAGS.map(flag => (
            <SwitchField
              key={flag}
              control={form.control}
              name={flag}
              label={t(`flags.${flag}`)}
              hint={t(`flagHints.${flag}`)}
            />
          ))}
        </div>
      </fieldset>
      {plan && <p className="text-ink-2 text-sm">{t('atOnce')}</p>}
    </RowDialog>
  )
}
