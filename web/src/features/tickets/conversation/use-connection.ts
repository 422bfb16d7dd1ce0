import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type Capabilities, capabilitiesOf, capabilitiesOfContact } from '@balcao/shared/rules/capabilities.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'

interface TicketConnection {
  /** Name of the connection while it is down, else null. */
  down: string | null
  can: Capabilities
}

/**
 * Returns the state of a ticket's connection and what it can do; realtime events keep the list
 * current. While the list is missing, or the connection was deleted, the ticket itself shows enough
 * of its provider.
 */
export function useConnection(ticket: Pick<Ticket, 'whatsappId' | 'contact' | 'window'>): TicketConnection {
  const { data } = useQuery(apiQuery(whatsapp.list))
  const connection = data?.find(({ id }) => id === ticket.whatsappId)
  return {
    down: connection && connection.status !== 'CONNECTED' ? connection.name : null,
    can: connection
      ? capabilitiesOf(connection)
      : ticket.window
        ? capabilitiesOf({ provider: 'cloud' })
        : capabilitiesOfContact(ticket.contact),
  }
}
