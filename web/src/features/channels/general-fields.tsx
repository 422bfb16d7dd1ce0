import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { Suspense } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '#/components/switch-field.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { PhoneInput } from '#/components/ui/phone-input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import type { ConnectionForm } from './connection-form.ts'
import { ProviderChoice } from './provider-choice.tsx'

const CloudFields = lazyPart(() => import('./cloud/cloud-fields.tsx').then(file => file.CloudFields))
const CloudGuide = lazyPart(() => import('./cloud/cloud-guide.tsx').then(file => file.CloudGuide))

interface GeneralFieldsProps {
  form: ConnectionForm
  connection: Whatsapp | null
  queues: readonly { value: string; label: string; color: string }[]
  loading: boolean
  token: boolean
}

/** Shows what a connection is, its name and its queues; of a cloud number also Meta's data. */
export function GeneralFields({ form, connection, queues, loading, token }: GeneralFieldsProps) {
  const { t } = useTranslation('channels')
  const { errors } = form.formState
  const provider = connection?.provider ?? form.watch('provider') ?? 'web'
  const can = capabilitiesOf({ provider })
  const isNewCloud = connection === null && can.templates
  return (
    <div className="flex flex-col gap-4">
      {!connection && (
        <Controller
          control={form.control}
          name="provider"
          render={({ field }) => <ProviderChoice value={field.value ?? 'web'} onChange={field.onChange} />}
        />
      )}
      <div className={isNewCloud ? 'grid gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]' : undefined}>
        <div className="flex min-w-0 flex-col gap-4">
          <Field label={t('field.name')} error={fieldError(errors.name)} required>
            <Input autoComplete="off" {...form.register('name')} />
          </Field>
          <Suspense>{can.templates && <CloudFields form={form} connection={connection} token={token} />}</Suspense>
          <Controller
            control={form.control}
            name="queueIds"
            render={({ field }) => (
              <Field label={t('field.queues')} hint={t('field.queuesHint')}>
                <MultiSelect
                  value={field.value ?? []}
                  onChange={field.onChange}
                  options={[...queues]}
                  loading={loading}
                  placeholder={t('field.noQueues')}
                />
              </Field>
            )}
          />
          {can.defaultConnection && (
            <SwitchField
              control={form.control}
              name="isDefault"
              label={t('field.isDefault')}
              hint={t('field.isDefaultHint')}
            />
          )}
          {can.testMessage && (
            <Controller
              control={form.control}
              name="phoneTest"
              render={({ field }) => (
                <Field
                  label={t('field.phoneTest')}
                  hint={t('field.phoneTestHint')}
                  error={fieldError(errors.phoneTest)}
                >
                  <PhoneInput
                    ref={field.ref}
                    value={field.value ?? ''}
                    onBlur={field.onBlur}
                    onChange={field.onChange}
                  />
                </Field>
              )}
            />
          )}
        </div>
        <Suspense>{isNewCloud && <CloudGuide />}</Suspense>
      </div>
    </div>
  )
}
