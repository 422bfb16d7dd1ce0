import { checkPayer, payerFields } from '@balcao/shared/contract/payer.ts'
import type { UseFormReturn } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { Field, Form, ToggleField } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'

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

/** Keys of the texts in three languages, by the message of a field's rule (decision 0022). */
const MESSAGES = {
  'O nome completo é obrigatório': 'fullNameRequired',
  'O Endereço é obrigatório': 'addressRequired',
  'Cidade é obrigatória': 'cityRequired',
  'CEP é obrigatório': 'zipRequired',
  'Formato de CEP inválido': 'zipInvalid',
  'País é obrigatório': 'countryRequired',
  'Too Long!': 'tooLong',
} as const

/** Shows the first step: the payer of the invoice. */
export function CheckoutData({ form }: { form: UseFormReturn<PayerData, unknown, z.output<typeof Payer>> }) {
  const { t } = useTranslation('billing')
  const { errors } = form.formState
  const said = (field: keyof PayerData): string | undefined => {
    const message = errors[field]?.message as keyof typeof MESSAGES | undefined
    return errors[field] && t(`validation.${(message && MESSAGES[message]) ?? 'countryRequired'}`)
  }
  return (
    <Form onSubmit={() => undefined} className="grid gap-4 sm:grid-cols-2">
      <Field label={t('data.fullName')} error={said('firstName')} required className="sm:col-span-2">
        <Input autoComplete="name" {...form.register('firstName')} />
      </Field>
      <Field label={t('data.address')} error={said('address2')} required className="sm:col-span-2">
        <Input autoComplete="street-address" {...form.register('address2')} />
      </Field>
      <Field label={t('data.city')} error={said('city')} required>
        <Input autoComplete="address-level2" {...form.register('city')} />
      </Field>
      <Field label={t('data.state')} error={said('state')}>
        <Input autoComplete="address-level1" {...form.register('state')} />
      </Field>
      <Field label={t('data.zip')} error={said('zipcode')} required>
        <Input autoComplete="postal-code" inputMode="numeric" {...form.register('zipcode')} />
      </Field>
      <Field label={t('data.country')} error={said('country')} required>
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
