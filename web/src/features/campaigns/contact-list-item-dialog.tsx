import { contactListItems } from '@balcao/shared/api/campaigns/contact-lists.ts'
import type { ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { PhoneInput } from '#/components/ui/phone-input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { withPlus } from '#/lib/format-typed-phone.ts'
import { api } from '#/lib/session.ts'

interface ContactListItemDialogProps {
  contactListId: string
  /** The item to edit; null: a new one. */
  item: ContactListItem | null
  onClose: () => void
}

export function ContactListItemDialog({ contactListId, item, onClose }: ContactListItemDialogProps) {
  const { t } = useTranslation('contactLists')
  const form = useForm({
    resolver: formResolver(contactListItems.create.body),
    defaultValues: {
      name: item?.name ?? '',
      number: withPlus(item?.number ?? ''),
      email: item?.email ?? '',
      contactListId,
    },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={item ? t('items.edit') : t('items.add')}
      save={({ name, number, email, contactListId }) =>
        item
          ? api(contactListItems.update, { params: { id: item.id }, body: { name, number, email } })
          : api(contactListItems.create, { body: { name, number, email, contactListId } })
      }
      list={contactListItems.list}
      rowsKey="records"
      saved={item ? t('items.saved') : t('items.added')}
      fieldOf={{ ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS: 'number' }}
      onClose={onClose}
    >
      <Field label={t('items.name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Controller
        control={form.control}
        name="number"
        render={({ field }) => (
          <Field label={t('items.number')} hint={t('items.numberHint')} error={fieldError(errors.number)} required>
            <PhoneInput ref={field.ref} value={field.value} onBlur={field.onBlur} onChange={field.onChange} />
          </Field>
        )}
      />
      <Field label={t('items.email')} error={fieldError(errors.email)}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
    </RowDialog>
  )
}
