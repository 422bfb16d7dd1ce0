import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

interface ContactListDialogProps {
  /** The contact list to edit; null: a new one. */
  list: ContactList | null
  onClose: () => void
}

export function ContactListDialog({ list, onClose }: ContactListDialogProps) {
  const { t } = useTranslation('contactLists')
  const form = useForm({
    resolver: formResolver(contactLists.create.body),
    defaultValues: { name: list?.name ?? '' },
  })
  return (
    <RowDialog
      form={form}
      title={list ? t('edit') : t('add')}
      size="sm"
      save={body =>
        list ? api(contactLists.update, { params: { id: list.id }, body }) : api(contactLists.create, { body })
      }
      list={contactLists.list}
      rowsKey="records"
      saved={list ? t('saved') : t('added')}
      fieldOf={{ ERR_CONTACT_LIST_NAME_ALREADY_EXISTS: 'name' }}
      onClose={onClose}
    >
      <Field label={t('name')} error={fieldError(form.formState.errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
    </RowDialog>
  )
}
