import { queue } from '@balcao/shared/api/team/queue.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SEARCH_FROM, useFoundContacts } from '#/features/contacts/public/use-found-contacts.ts'
import { formatPhone } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'

/** A conversation, or a contact to begin one with. */
export type Aim = { key: string; name: string; hint: string; picture: string | null } & (
  | { ticket: Ticket }
  | { contact: Contact }
)

/**
 * Finds where messages of a ticket can be forwarded to: the other open conversations, and contacts
 * without one; and the queues in which a conversation may begin.
 */
export function useForwardAims(text: string, { ticketId, contactId }: Pick<Message, 'ticketId' | 'contactId'>) {
  const { t } = useTranslation('tickets')
  const user = useUser()
  const admin = useMayAccess('admin')
  const searched = useDebouncedValue(text.trim())
  const isSearch = searched.length >= SEARCH_FROM
  // The query is that of the lists, whose rows realtime events keep fresh.
  const foundTickets = useInfiniteQuery(
    apiPages(tickets.list, { query: isSearch ? { searchParam: searched } : { status: 'open' } }),
  )
  const foundContacts = useFoundContacts(text)
  const allQueues = useQuery(apiQuery(queue.list)).data ?? []

  const live = (foundTickets.data?.pages[0]?.tickets ?? []).filter(
    ({ status, id }) => status !== 'closed' && id !== ticketId,
  )
  const talking = new Set([contactId, ...live.map(each => each.contactId)])
  const aims: Aim[] = [
    ...live.map(ticket => ({
      key: ticket.id,
      name: ticket.contact.name,
      hint: [t(`status.${ticket.status}`), ticket.queue?.name].filter(Boolean).join(' · '),
      picture: ticket.contact.profilePicUrl,
      ticket,
    })),
    ...foundContacts.found
      .filter(({ id, isGroup }) => !talking.has(id) && !isGroup)
      .map(contact => ({
        key: contact.id,
        name: contact.name,
        hint: formatPhone(contact.number),
        picture: contact.profilePicUrl,
        contact,
      })),
  ]
  return {
    aims,
    queues: admin ? allQueues : allQueues.filter(each => user.queues.some(own => own.id === each.id)),
    searched: isSearch ? searched : null,
    failed: foundTickets.error ?? foundContacts.error,
    waiting: foundTickets.isLoading || foundContacts.isWaiting,
    retry: () => {
      void foundTickets.refetch()
      if (isSearch) void foundContacts.refetch()
    },
  }
}
