import { Reply } from '@balcao/shared/events/queues.ts'
import { keys } from '@balcao/shared/table.ts'
import { getItem } from '../table/get-item.ts'

const FIRST_PAUSE_MS = 60
const MAX_PAUSE_MS = 400

/**
 * Waits for the row in which a session host answers a request (attribute `reply`, a Reply of the
 * queue schemas). Returns undefined if no answer came within `timeoutMs`.
 */
export async function awaitReply(companyId: string, requestId: string, timeoutMs: number): Promise<Reply | undefined> {
  const until = Date.now() + timeoutMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 1.5)) {
    const item = await getItem(keys.reply(companyId, requestId), true)
    if (item) return Reply.parse(item.reply)
    if (Date.now() + pause > until) return undefined
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}
