import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useQuery } from '@tanstack/react-query'
import { useMayDo } from '#/lib/permissions.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'

/**
 * Returns whether this user may not change a contact's number: it has a live ticket that is
 * assigned to somebody else, or to nobody. False until that is known; the server refuses the change
 * then.
 */
export function useIsHeld(contact: Contact | null): boolean {
  const user = useUser()
  const seesAll = useMayDo('tickets-manager:showall')
  const tickets = useQuery({
    ...apiQuery(contacts.tickets, { params: { id: contact?.id ?? '' } }),
    enabled: contact !== null && !contact.isGroup && !seesAll,
  })
  return (tickets.data ?? []).some(({ status, userId }) => status !== 'closed' && userId !== user.id)
}
