import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { refreshContact } from './refresh-contact.ts'

/** Returns the function that notes that two contacts are not the same person. */
export function useMarkDifferent() {
  const { t } = useTranslation('contactPage')
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, contactId }: { id: string; contactId: string }) =>
      api(contacts.different, { params: { id }, body: { contactId } }),
    onSuccess: (_, { id, contactId }) => {
      refreshContact(id)
      refreshContact(contactId)
      toast.success(t('duplicates.dismissed'))
    },
    onError: toast.error,
  })
  return { mark: (id: string, contactId: string) => mutate({ id, contactId }), isPending }
}
