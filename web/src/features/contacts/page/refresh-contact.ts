import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { queryClient } from '#/lib/queries.ts'

/** Fetches again what the page of a contact shows, after a merge or its undoing. */
export function refreshContact(id: string): void {
  const { get, list, summary, conversations, files, campaigns, duplicates, pairs } = contacts
  for (const route of [get, summary, conversations, files, campaigns, duplicates])
    void queryClient.invalidateQueries({ queryKey: queryKey(route, { params: { id } }) })
  for (const route of [list, pairs, ticketNotes.list]) void queryClient.invalidateQueries({ queryKey: queryKey(route) })
}
