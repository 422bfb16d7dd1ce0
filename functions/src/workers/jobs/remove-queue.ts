import { removeDecisions } from '../../data/distribution/distribution-log.ts'
import { dropQueueFromOptions } from '../../data/team/queue-option.ts'
import type { OnTicketChanged } from '../../data/tickets/change-tickets.ts'
import { takeQueueAway } from '../../data/tickets/propagate-rename.ts'
import { publishRow } from '../../messaging/publish-row.ts'
import { showKeptFile } from '../../messaging/show-kept-file.ts'

/**
 * Cleans up after a deleted queue: removes its menu, turns options that transfer to it into a
 * transfer to a person, leaves its live tickets without a queue, and removes the log of its
 * distribution, which no erasure of a contact would find.
 */
export async function removeQueue(companyId: string, queueId: string, onChanged: OnTicketChanged): Promise<void> {
  for (const option of await dropQueueFromOptions(companyId, queueId))
    await publishRow(companyId, 'queueOption', 'update', await showKeptFile(option))
  await takeQueueAway(companyId, queueId, onChanged)
  await removeDecisions(companyId, queueId)
}
