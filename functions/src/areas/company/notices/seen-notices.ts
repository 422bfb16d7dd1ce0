import type { Notice } from '@balcao/shared/entities/notice.ts'
import type { StoredNotice } from '../../../data/tickets/notice.ts'
import { getTickets } from '../../../data/tickets/ticket.ts'
import { sees, type Viewer } from '../../../data/tickets/ticket-list.ts'

/** Returns for each notice how it is shown, or undefined if its ticket is gone or out of sight. */
export async function seenNotices(
  companyId: string,
  viewer: Viewer,
  notices: readonly StoredNotice[],
): Promise<(Notice | undefined)[]> {
  const tickets = await getTickets(companyId, [...new Set(notices.map(({ ticketId }) => ticketId))])
  const names = new Map(tickets.filter(ticket => sees(viewer, ticket)).map(({ id, contact }) => [id, contact.name]))
  return notices.map(notice => {
    const contactName = names.get(notice.ticketId)
    return contactName === undefined ? undefined : { ...notice, contactName }
  })
}
