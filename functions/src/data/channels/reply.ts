import { Reply } from '@balcao/shared/events/queues.ts'
import { SHARED_KEYS } from '@balcao/shared/table.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'

/** Answers of a session host, which expire. */
const REPLIES = defineRow({
  kind: 'reply',
  key: SHARED_KEYS.reply,
  content: z.object({
    companyId: z.string(),
    requestId: z.string(),
    reply: z.unknown(),
    /** Epoch seconds. */
    expiresAt: z.number().optional(),
  }),
  keyOnly: ['companyId', 'requestId'],
  unmarked: true,
})

const FIRST_PAUSE_MS = 60
const MAX_PAUSE_MS = 400

/**
 * Waits for the row in which a session host answers a request (attribute `reply`, a Reply of the
 * queue schemas). Returns undefined if no answer came within `timeoutMs`.
 */
export async function awaitReply(companyId: string, requestId: string, timeoutMs: number): Promise<Reply | undefined> {
  const until = Date.now() + timeoutMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 1.5)) {
    const row = await REPLIES.get({ companyId, requestId }, { consistent: true })
    if (row) return Reply.parse(row.reply)
    if (Date.now() + pause > until) return undefined
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}
