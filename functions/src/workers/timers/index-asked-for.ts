import { indexMessage } from '../../data/tickets/index-message.ts'
import type { IndexTimer } from '../../data/tickets/message-words.ts'
import { disarm, minuteOf } from '../../data/timers/timer.ts'

/** Updates the search index of messages to their current text, and removes the request for it. */
export async function indexAskedFor(timer: IndexTimer): Promise<void> {
  for (const id of timer.messageIds) await indexMessage(timer.companyId, timer.ticketId, id)
  await disarm([{ timer, minute: minuteOf(timer.dueAt) }])
}
