import { contactListItems } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '#/lib/session.ts'

/** Number of contacts in the preview of a campaign. */
const SHOWN = 20

type Audience = { contactListId: string | null; tagListId: string | null }

async function namesOf({ contactListId, tagListId }: Audience, signal: AbortSignal): Promise<string[]> {
  if (contactListId) {
    const { records } = await api(contactListItems.list, { query: { contactListId, limit: SHOWN } }, { signal })
    return records.map(({ name }) => name)
  }
  if (!tagListId) return []
  const query = { tags: JSON.stringify([tagListId]), showAll: 'true' as const, limit: SHOWN }
  const { tickets: tagged } = await api(tickets.list, { query }, { signal })
  const people = tagged.filter(({ isGroup }) => !isGroup).map(({ contact }) => contact)
  return [...new Map(people.map(({ id, name }) => [id, name])).values()]
}

/**
 * Returns the names of the first contacts of an audience; empty while it is not chosen or not
 * loaded.
 */
export function usePreviewContacts(audience: Audience): string[] {
  const { data = [] } = useQuery({
    queryKey: ['campaign preview', audience],
    queryFn: ({ signal }) => namesOf(audience, signal),
  })
  return data
}
