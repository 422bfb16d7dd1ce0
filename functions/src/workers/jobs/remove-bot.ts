import type { Bot } from '@balcao/shared/rules/inbound/pipeline.ts'
import { removeCases } from '../../data/automation/prompt-case.ts'
import { trimRuns } from '../../data/automation/prompt-run.ts'
import { removeVersions } from '../../data/automation/prompt-version.ts'
import { changeTickets, type OnTicketChanged } from '../../data/tickets/change-tickets.ts'
import { ticketIdsOfPartition } from '../../data/tickets/ticket-partitions.ts'
import { botOf, NO_BOT } from '../../data/tickets/ticket-row.ts'

/**
 * Detaches a deleted prompt or integration from the tickets it answered: the contact's next message
 * brings the menu. The versions and tests of a prompt go with it.
 */
export async function removeBot(companyId: string, { kind, id }: Bot, onChanged: OnTicketChanged): Promise<void> {
  if (kind === 'prompt')
    await Promise.all([removeVersions(companyId, id), removeCases(companyId, id), trimRuns(companyId, id, 0)])
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
