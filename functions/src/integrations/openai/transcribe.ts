import { ownValue } from '@balcao/shared/rules/own-value.ts'
import { z } from 'zod'
import { config } from '../../config.ts'
import { AiError } from './ai-error.ts'
import { askOpenAi } from './client.ts'
import type { RetryTimeouts } from './with-retry.ts'

const Answer = z.object({
  text: z.string(),
  usage: z
    .object({ total_tokens: z.number().int().min(0).max(1e9).catch(0) })
    .nullish()
    .catch(null),
})

/**
 * Maximum characters of a transcript. The service's own limits are of time; nobody says so much in
 * a voice message.
 */
const MAX_TEXT_LENGTH = 10_000

/** File extensions, by which the service recognizes the type. */
const EXTENSIONS: Record<string, string> = {
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'm4a',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
}

/**
 * Returns the transcript of an audio: `POST /audio/transcriptions`.
 * @throws AiError
 */
export async function transcribe(
  apiKey: string,
  audio: { bytes: Uint8Array; mimetype: string },
  timeouts: RetryTimeouts,
): Promise<{ text: string; tokens: number }> {
  const type = audio.mimetype.split(';')[0]!.trim()
  const { toFile } = await import('openai')
  const file = await toFile(audio.bytes, `audio.${ownValue(EXTENSIONS, type) ?? 'ogg'}`, { type })
  const answer: unknown = await askOpenAi(apiKey, timeouts, client =>
    client.audio.transcriptions.create({ model: config().OPENAI_TRANSCRIPTION_MODEL, file }),
  )
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) throw new AiError('ERR_AI_ANSWER')
  return {
    text: parsed.data.text.trim().slice(0, MAX_TEXT_LENGTH).toWellFormed(),
    tokens: parsed.data.usage?.total_tokens ?? 0,
  }
}
