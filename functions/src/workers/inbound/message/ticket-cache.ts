import { chatGroup, type InboundMessage } from '@balcao/shared/events/queues.ts'
import { getTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'

/**
 * Last known ticket of each chat, in this process's memory: reading it beside the contact saves two
 * reads afterwards.
 */
const recent = new Map<string, string>()
const MAX_CACHED = 5000

const chatKey = ({ connectionId, group, chat }: InboundMessage): string =>
  chatGroup(connectionId, group ? { groupId: group.id } : chat)

/** Returns the current row of that ticket, which need not be the live one any more. */
export async function cachedTicketOf(message: InboundMessage): Promise<TicketRow | undefined> {
  const id = recent.get(chatKey(message))
  return id ? getTicket(message.companyId, id, true) : undefined
}

export function cacheTicket(message: InboundMessage, ticket: TicketRow): void {
  if (recent.size > MAX_CACHED) recent.clear()
  recent.set(chatKey(message), ticket.id)
}
