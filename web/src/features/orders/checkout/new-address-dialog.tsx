import { customerAddresses } from '@balcao/shared/api/customers/customers.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AddressFields } from '#/components/address-fields.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { api } from '#/lib/session.ts'

interface NewAddressDialogProps {
  customerId: string
  onMade: (addressId: string) => void
  onClose: () => void
}

/** A place of the customer that is not known yet; the order goes there. */
export function NewAddressDialog({ customerId, onMade, onClose }: NewAddressDialogProps) {
  const { t } = useTranslation('checkout')
  const form = useForm({
    resolver: zodResolver(customerAddresses.create.body),
    defaultValues: {
      customerId,
      name: '',
      zipCode: '',
      address: '',
      number: '',
      complement: '',
      neighborhood: '',
      city: '',
      state: '',
      latitude: null as number | null,
      longitude: null as number | null,
      isActive: false,
    },
  })
  return (
    <RowDialog
      form={form}
      title={t('delivery.newAddress')}
      save={async body => {
        const made = await api(customerAddresses.create, { body })
        onMade(made.id)
        return made
      }}
      list={customerAddresses.list}
      rowsKey="customerAddress"
      saved={t('delivery.addressAdded')}
      fieldOf={{}}
      onClose={onClose}
    >
      <Field
        label={t('delivery.addressName')}
        error={fieldError(form.formState.errors.name, form.watch('name'))}
        required
      >
        <Input
          autoComplete="off"
          maxLength={50}
          placeholder={t('delivery.addressNameHint')}
          {...form.register('name')}
        />
      </Field>
      <AddressFields form={form} required />
    </RowDialog>
  )
}
