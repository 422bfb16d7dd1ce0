import { indexMessage } from '../../data/tickets/index-message.ts'
import type { IndexTimer } from '../../data/tickets/message-words.ts'
import { disarm, minuteOf } from '../../data/timers/timer.ts'

/** What messages are found by follows what they say; then nobody needs to be reminded of it any more. */
export async function indexAskedFor(timer: IndexTimer): Promise<void> {
  for (const id of timer.messageIds) await indexMessage(timer.companyId, timer.ticketId, id)
  await disarm([{ timer, minute: minuteOf(timer.dueAt) }])
}
