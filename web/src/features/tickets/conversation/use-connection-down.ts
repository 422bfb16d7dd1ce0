import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'

/**
 * Returns the name of a ticket's connection while it is down, else null. Realtime events keep the
 * list current.
 */
export function useConnectionDown({ whatsappId }: Pick<Ticket, 'whatsappId'>): string | null {
  const { data } = useQuery(apiQuery(whatsapp.list))
  const connection = data?.find(({ id }) => id === whatsappId)
  return connection && connection.status !== 'CONNECTED' ? connection.name : null
}
