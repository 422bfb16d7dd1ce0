import { TicketPriority } from '@balcao/shared/entities/ticket.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { jsonOf } from '../../integrations/outgoing/json-of.ts'

/** The understood part of a webhook's answer. */
export type WebhookReply = { replies: string[]; queueId: string | null; priority?: TicketPriority; close: boolean }

const MAX_REPLIES = 10
/** Length that WhatsApp shows without folding the text, in UTF-16 units. */
const MAX_TEXT_LENGTH = 4096

/**
 * Reads the answer `{ reply?, replies?, queueId?, priority?, close? }`, alone or first in a list as
 * n8n sends it (decision 0031). An answer of another form is ignored: many systems answer something
 * of their own.
 */
export function readReply(body: string): WebhookReply {
  const parsed = [jsonOf(body)].flat()[0]
  const { reply, replies, queueId, priority, close } = (
    typeof parsed === 'object' && parsed !== null ? parsed : {}
  ) as Record<string, unknown>
  const known = TicketPriority.safeParse(priority)
  return {
    replies: [reply, ...(Array.isArray(replies) ? replies : [])]
      .filter(text => typeof text === 'string')
      .filter(text => text.trim() !== '')
      .slice(0, MAX_REPLIES)
      .map(text => cutText(text, MAX_TEXT_LENGTH)),
    queueId: typeof queueId === 'string' && queueId !== '' ? queueId : null,
    ...(known.success ? { priority: known.data } : {}),
    close: close === true,
  }
}
