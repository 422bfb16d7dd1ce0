import { customerAddresses } from '@balcao/shared/api/customers/customers.ts'
import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'
import { addressDefaults } from './public/address-defaults.ts'
import { AddressFields } from './public/address-fields.tsx'

interface AddressDialogProps {
  customerId: string
  /** The address to edit; null: a new one. */
  address: CustomerAddress | null
  /** True if it is the customer's first address, which is always the main one. */
  isFirst: boolean
  onSaved?: (address: CustomerAddress) => void
  onClose: () => void
}

export function AddressDialog({ customerId, address, isFirst, onSaved, onClose }: AddressDialogProps) {
  const { t } = useTranslation('customers')
  const [isLooking, setIsLooking] = useState(false)
  const form = useForm({
    resolver: formResolver(customerAddresses.create.body),
    defaultValues: {
      customerId,
      name: address?.name ?? '',
      ...addressDefaults(address),
      isActive: address?.isActive ?? isFirst,
    },
  })
  return (
    <RowDialog
      form={form}
      busy={isLooking}
      title={address ? t('addresses.edit') : t('addresses.add')}
      save={async ({ customerId: _, ...body }) => {
        const saved = await (address
          ? api(customerAddresses.update, { params: { id: address.id }, body })
          : api(customerAddresses.create, { body: { customerId, ...body } }))
        onSaved?.(saved)
        return saved
      }}
      list={customerAddresses.list}
      rowsKey="customerAddress"
      saved={address ? t('addresses.saved') : t('addresses.added')}
      fieldOf={{}}
      onClose={onClose}
    >
      <Field
        label={t('addresses.name')}
        hint={t('addresses.nameHint')}
        error={fieldError(form.formState.errors.name)}
        required
      >
        <Input autoComplete="off" maxLength={50} {...form.register('name')} />
      </Field>
      <AddressFields form={form} required onLooking={setIsLooking} />
      <SwitchField
        control={form.control}
        name="isActive"
        label={t('addresses.isMain')}
        hint={t('addresses.isMainHint')}
        // There is always a main address: only another one that becomes it can replace it.
        disabled={isFirst || address?.isActive === true}
      />
    </RowDialog>
  )
}
