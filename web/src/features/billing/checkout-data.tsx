import { checkPayer, payerFields } from '@balcao/shared/api-contract/payer.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { Field, Form, ToggleField } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { fieldError } from '#/lib/field-error.ts'

export const Payer = z.object(payerFields).superRefine(checkPayer)
export type PayerData = z.input<typeof Payer>

export const EMPTY_DATA: PayerData = {
  firstName: '',
  address2: '',
  city: '',
  state: '',
  zipcode: '',
  country: 'BR',
  useAddressForPaymentDetails: true,
}

/** Shows the first step: the payer of the invoice. */
export function CheckoutData({ form }: { form: UseFormReturn<PayerData, unknown, z.output<typeof Payer>> }) {
  const { t } = useTranslation('billing')
  const { errors } = form.formState
  return (
    <Form onSubmit={() => undefined} className="grid gap-4 sm:grid-cols-2">
      <Field label={t('data.fullName')} error={fieldError(errors.firstName)} required className="sm:col-span-2">
        <Input autoComplete="name" {...form.register('firstName')} />
      </Field>
      <Field label={t('data.address')} error={fieldError(errors.address2)} required className="sm:col-span-2">
        <Input autoComplete="street-address" {...form.register('address2')} />
      </Field>
      <Field label={t('data.city')} error={fieldError(errors.city)} required>
        <Input autoComplete="address-level2" {...form.register('city')} />
      </Field>
      <Field label={t('data.state')} error={fieldError(errors.state)}>
        <Input autoComplete="address-level1" {...form.register('state')} />
      </Field>
      <Field label={t('data.zip')} error={fieldError(errors.zipcode)} required>
        <Input autoComplete="postal-code" inputMode="numeric" {...form.register('zipcode')} />
      </Field>
      <Field label={t('data.country')} error={fieldError(errors.country)} required>
        <Select
          autoComplete="country"
          options={[
            { value: 'BR', label: t('data.br') },
            { value: 'usa', label: t('data.usa') },
          ]}
          {...form.register('country')}
        />
      </Field>
      <Controller
        control={form.control}
        name="useAddressForPaymentDetails"
        render={({ field }) => (
          <ToggleField label={t('data.keep')} hint={t('data.keepHint')} className="sm:col-span-2">
            <Checkbox checked={field.value ?? false} onCheckedChange={value => field.onChange(value === true)} />
          </ToggleField>
        )}
      />
    </Form>
  )
}
