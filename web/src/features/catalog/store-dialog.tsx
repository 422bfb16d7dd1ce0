import { stores } from '@balcao/shared/api/catalog/stores.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { DocumentInput } from '#/components/ui/document-input.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { addressDefaults } from '#/features/customers/public/address-defaults.ts'
import { AddressFields } from '#/features/customers/public/address-fields.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

/** Creates a store (null) or edits one. */
export function StoreDialog({ store, onClose }: { store: Store | null; onClose: () => void }) {
  const { t } = useTranslation('catalog')
  const form = useForm({
    resolver: formResolver(stores.create.body),
    defaultValues: {
      document: store?.document ?? '',
      name: store?.name ?? '',
      fantasy: store?.fantasy ?? '',
      ...addressDefaults(store),
      isActive: store?.isActive ?? true,
      keyPix: store?.keyPix ?? '',
    },
  })
  const { errors } = form.formState
  const [isLooking, setIsLooking] = useState(false)
  return (
    <RowDialog
      form={form}
      busy={isLooking}
      title={store ? t('stores.edit') : t('stores.add')}
      size="lg"
      save={body => (store ? api(stores.update, { params: { id: store.id }, body }) : api(stores.create, { body }))}
      list={stores.list}
      rowsKey="stores"
      saved={store ? t('stores.saved') : t('stores.added')}
      fieldOf={{
        ERR_STORE_NAME_ALREADY_EXISTS: 'name',
        ERR_STORE_DOCUMENT_ALREADY_EXISTS: 'document',
        ERR_PIX_KEY_INVALID: 'keyPix',
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('stores.name')} error={fieldError(errors.name)} required>
          <Input autoComplete="off" maxLength={160} {...form.register('name')} />
        </Field>
        <Field label={t('stores.fantasy')} error={fieldError(errors.fantasy)}>
          <Input autoComplete="off" maxLength={60} {...form.register('fantasy')} />
        </Field>
        <Controller
          control={form.control}
          name="document"
          render={({ field }) => (
            <Field label={t('stores.document')} error={fieldError(errors.document)}>
              <DocumentInput
                isCnpj
                ref={field.ref}
                value={field.value ?? ''}
                onBlur={field.onBlur}
                onChange={field.onChange}
              />
            </Field>
          )}
        />
        <Field label={t('stores.keyPix')} hint={t('stores.keyPixHint')} error={fieldError(errors.keyPix)}>
          <Input autoComplete="off" maxLength={77} {...form.register('keyPix')} />
        </Field>
      </div>
      <AddressFields form={form} onLooking={setIsLooking} />
      <SwitchField control={form.control} name="isActive" label={t('stores.active')} hint={t('stores.activeHint')} />
    </RowDialog>
  )
}
