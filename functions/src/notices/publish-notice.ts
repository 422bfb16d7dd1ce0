import type { StoredNotice } from '../data/tickets/notice.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { askForNoticePushes } from '../pushes/ask-for-notice-pushes.ts'
import { publish } from '../realtime/publish.ts'

/** Publishes a new notice to its users' browsers and devices; call after the commit. */
export async function publishNotice(
  ticket: TicketRow,
  notice: StoredNotice,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  const { companyId } = ticket
  const shown = { ...notice, contactName: ticket.contact.name }
  await Promise.all([
    publish(companyId, 'notice', { action: 'create', notice: shown }, { userIds }),
    askForNoticePushes(companyId, notice, userIds),
  ])
}
