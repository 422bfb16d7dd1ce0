import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useTranslation } from 'react-i18next'
import { ShownFields } from '#/features/fields/public/lazy-fields.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'

/** Shows the custom fields of a contact. Texts: `fields`. */
export function ContactFields({ contact }: { contact: Contact }) {
  const { t } = useTranslation('fields')
  const params = { id: contact.id }
  return (
    <ShownFields
      on="contact"
      title={t('ofContact')}
      values={contact.fields}
      onSave={async fields =>
        queryClient.setQueryData(
          apiQuery(contacts.get, { params }).queryKey,
          await api(contacts.update, { params, body: { fields } }),
        )
      }
    />
  )
}
