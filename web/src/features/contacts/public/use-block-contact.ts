import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/** Returns what blocks a contact or unblocks it, and says that it is done. */
export function useBlockContact() {
  const { t } = useTranslation('contactPage')
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, blocked }: { id: string; blocked: boolean }) =>
      api(contacts.update, { params: { id }, body: { blocked } }),
    onSuccess: contact => {
      queryClient.setQueryData(apiQuery(contacts.get, { params: { id: contact.id } }).queryKey, contact)
      applyListEvent(queryClient, contacts.list, 'contacts', { action: 'update', row: contact })
      toast.success(t(contact.blocked ? 'blocked.done' : 'blocked.undone'))
    },
    onError: toast.error,
  })
  return { block: (id: string, blocked: boolean) => mutate({ id, blocked }), isPending }
}
