/**
 * Azure Speech's text to speech over REST: `POST /cognitiveservices/v1` with SSML, in the format
 * that WhatsApp plays as a voice note
 * (https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech, read on
 * 2026-11-22).
 */
import type { Voice } from '@balcao/shared/entities/prompt.ts'
import { config } from '../../config.ts'
import { AiError, aiErrorOf } from '../openai/ai-error.ts'
import { networkFailure, type RetryTimeouts, withRetry } from '../openai/with-retry.ts'
import { callExternalUrl } from '../outgoing/call-external-url.ts'

/** Mono, Opus in Ogg. */
const FORMAT = 'ogg-24khz-16bit-mono-opus'
/** Maximum bytes: ten minutes of speech, the most Azure makes, at some 30 kbit/s. */
const MAX_BYTES = 4 * 2 ** 20

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

const ssml = (voice: Voice, text: string): string => {
  // XML 1.0 allows no control characters.
  const spoken = text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"']/g, sign => ESCAPES[sign]!)
  return `<speak version='1.0' xml:lang='pt-BR'><voice name='${voice}'>${spoken}</voice></speak>`
}

/**
 * Returns a text as Ogg Opus, and its duration in seconds.
 * @throws AiError
 */
export async function synthesizeSpeech(
  { key, region, voice }: { key: string; region: string; voice: Voice },
  text: string,
  timeouts: RetryTimeouts,
): Promise<{ bytes: Buffer; seconds: number }> {
  const url = `${config().AZURE_SPEECH_URL.replace('{region}', region)}/cognitiveservices/v1`
  const headers = {
    'ocp-apim-subscription-key': key,
    'content-type': 'application/ssml+xml',
    'x-microsoft-outputformat': FORMAT,
    'user-agent': 'balcao',
  }
  const bytes = await withRetry(
    timeouts,
    async timeoutMs => {
      const answer = await callExternalUrl(
        url,
        { headers, body: ssml(voice, text) },
        { timeoutMs, maxBytes: MAX_BYTES },
      )
      if (answer.status !== 200) throw aiErrorOf(answer.status)
      if (answer.body.subarray(0, 4).toString('latin1') !== 'OggS') throw new AiError('ERR_AI_ANSWER')
      return answer.body
    },
    error =>
      error instanceof AiError ? { ...networkFailure(error), status: statusOf(error), error } : networkFailure(error),
  )
  return { bytes, seconds: oggSeconds(bytes) }
}

const statusOf = ({ code }: AiError): number | undefined =>
  code === 'ERR_AI_BUSY' ? 429 : code === 'ERR_AI_UNREACHABLE' ? 500 : undefined

/** Returns the duration of Opus in Ogg: the position of its last page, at 48 kHz (RFC 7845 §4). */
function oggSeconds(bytes: Buffer): number {
  const page = bytes.lastIndexOf('OggS')
  if (page < 0 || page + 14 > bytes.length) return 0
  return Math.round(Number(bytes.readBigUInt64LE(page + 6)) / 48_000)
}
