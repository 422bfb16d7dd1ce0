import type { Bot } from '@balcao/shared/rules/inbound/pipeline.ts'
import { changeTickets, type OnTicketChanged } from '../../data/tickets/change-tickets.ts'
import { ticketIdsOfPartition } from '../../data/tickets/ticket-list.ts'
import { botOf, NO_BOT } from '../../data/tickets/ticket-row.ts'

/**
 * Detaches a deleted prompt or integration from the tickets it answered: the contact's next message
 * brings the menu.
 */
export async function removeBot(companyId: string, { kind, id }: Bot, onChanged: OnTicketChanged): Promise<void> {
  for await (const ids of ticketIdsOfPartition(companyId, { index: 'byStatus', status: 'pending' }))
    await changeTickets(
      companyId,
      ids,
      () => now => {
        const bot = botOf(now)
        if (bot?.kind !== kind || bot.id !== id) return undefined
        return { set: { ...NO_BOT, chatbot: false }, touch: false }
      },
      onChanged,
    )
}
