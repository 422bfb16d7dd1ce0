import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { liveTicketsOf } from '../data/tickets/live-ticket.ts'
import { getTickets } from '../data/tickets/ticket.ts'
import { addLog, listLogs } from '../data/tickets/ticket-log.ts'
import { publishTicketLogs } from './publish-ticket.ts'

type ConnectionGap = Pick<
  Extract<InboundEvent, { type: 'gap' }>,
  'companyId' | 'connectionId' | 'from' | 'to' | 'recovered'
>

/**
 * Records that a connection was down for a while, once, in the log of every live ticket in which
 * something happened since.
 */
export async function recordGap({ companyId, connectionId, recovered, ...given }: ConnectionGap): Promise<void> {
  const gap = { from: new Date(given.from).toISOString(), to: new Date(given.to).toISOString(), recovered }
  for await (const ids of liveTicketsOf(companyId, connectionId)) {
    const touched = (await getTickets(companyId, ids)).filter(ticket => ticket.updatedAt >= given.from)
    for (const ticket of touched) {
      const known = (await listLogs(companyId, ticket.id)).some(
        log => log.gap?.from === gap.from && log.gap.to === gap.to,
      )
      if (!known) await publishTicketLogs(ticket, [await addLog(companyId, ticket.id, { type: 'gap', gap })])
    }
  }
}
