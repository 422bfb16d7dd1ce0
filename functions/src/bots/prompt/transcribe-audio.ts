import { setTranscript } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { transcribe } from '../../integrations/openai/transcribe.ts'
import type { RetryTimeouts } from '../../integrations/openai/with-retry.ts'
import { readWhole } from '../../integrations/read-whole.ts'
import { publishMessageUpdated } from '../../messaging/publish-ticket.ts'
import type { BotRequest } from '../bot.ts'

/** Maximum bytes of an audio that is transcribed: WhatsApp's own limit. */
const MAX_BYTES = 16 * 2 ** 20

/**
 * Returns the contact's messages with audio transcribed. The transcript is stored with the message
 * and shown under it; one that was transcribed before is not transcribed again.
 * @throws AiError
 * @param spent receives the tokens of each
 */
export async function transcribeAudio(
  { ticket, messages }: BotRequest,
  apiKey: string,
  timeouts: RetryTimeouts,
  spent: (tokens: number) => void,
): Promise<MessageRow[]> {
  const transcribed: MessageRow[] = []
  // All of them together get the time of one.
  const until = Date.now() + timeouts.timeoutMs
  for (const message of messages) {
    const { media } = message
    const isNew = message.mediaType === 'audio' && message.transcript === null && !message.isDeleted
    if (!isNew || !media?.key || (media.size ?? 0) > MAX_BYTES || Date.now() >= until) {
      transcribed.push(message)
      continue
    }
    const bytes = await readWhole(media.key)
    const left = until - Date.now()
    const given = { timeoutMs: Math.max(1, left), totalMs: Math.max(1, left) }
    const { text, tokens } = await transcribe(apiKey, { bytes, mimetype: media.mimetype }, given)
    spent(tokens)
    const changed = await setTranscript(message, text)
    if (changed) await publishMessageUpdated(ticket, changed)
    transcribed.push(changed ?? { ...message, transcript: text })
  }
  return transcribed
}
