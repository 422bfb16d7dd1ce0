import type { Machine } from '@balcao/shared/rules/inbound/turn.ts'
import { changeTickets, type Tell } from '../../data/tickets/change-tickets.ts'
import { ticketsOfLane } from '../../data/tickets/ticket-list.ts'
import { machineOf, NO_MACHINE } from '../../data/tickets/ticket-row.ts'

/**
 * Detaches a deleted prompt or integration from the tickets it answered: the contact's next message
 * brings the menu.
 */
export async function removeMachine(companyId: string, { kind, id }: Machine, tell: Tell): Promise<void> {
  for await (const ids of ticketsOfLane(companyId, { index: 'byStatus', status: 'pending' }))
    await changeTickets(
      companyId,
      ids,
      () => now => {
        const machine = machineOf(now)
        if (machine?.kind !== kind || machine.id !== id) return undefined
        return { set: { ...NO_MACHINE, chatbot: false }, touch: false }
      },
      tell,
    )
}
