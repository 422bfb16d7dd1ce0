import { dropQueueFromOptions } from '../../data/team/queue-option.ts'
import { takeQueueAway } from '../../data/tickets/carry-rename.ts'
import type { Tell } from '../../data/tickets/change-tickets.ts'
import { showKeptFile } from '../../messaging/show-kept-file.ts'
import { tellRow } from '../../messaging/tell-row.ts'

/**
 * Cleans up after a deleted queue: removes its menu, turns options that transfer to it into a
 * transfer to a person, and leaves its live tickets without a queue.
 */
export async function removeQueue(companyId: string, queueId: string, tell: Tell): Promise<void> {
  for (const option of await dropQueueFromOptions(companyId, queueId))
    await tellRow(companyId, 'queueOption', 'update', await showKeptFile(option))
  await takeQueueAway(companyId, queueId, tell)
}
