import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { liveTicketsOf } from '../../data/tickets/live-ticket.ts'
import { getTickets } from '../../data/tickets/ticket.ts'
import { addLog, listLogs } from '../../data/tickets/ticket-log.ts'
import { publishTicketLogs } from '../../messaging/publish-ticket.ts'

/**
 * Records that the connection was down for a while, in the log of every live ticket in which
 * something happened since.
 */
export async function takeGap(event: Extract<InboundEvent, { type: 'gap' }>): Promise<void> {
  const { companyId, connectionId, recovered } = event
  const gap = { from: new Date(event.from).toISOString(), to: new Date(event.to).toISOString(), recovered }
  for await (const ids of liveTicketsOf(companyId, connectionId)) {
    const touched = (await getTickets(companyId, ids)).filter(ticket => ticket.updatedAt >= event.from)
    for (const ticket of touched) {
      const known = (await listLogs(companyId, ticket.id)).some(
        log => log.gap?.from === gap.from && log.gap.to === gap.to,
      )
      if (!known) await publishTicketLogs(ticket, [await addLog(companyId, ticket.id, { type: 'gap', gap })])
    }
  }
}
