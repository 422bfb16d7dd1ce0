/**
 * Answers as an AI agent (decision 0030): transcribes audio, asks the model, answers in text or by
 * voice, or hands off.
 */
import { createHash } from 'node:crypto'
import type { NoteReason } from '@balcao/shared/entities/ticket.ts'
import type { ErrorCode } from '@balcao/shared/errors.ts'
import { asksForPerson } from '@balcao/shared/rules/asks-for-person.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { MACHINE_NOTES, reasonOf } from '@balcao/shared/rules/machine-notes.ts'
import { openKey, PROMPTS, type PromptRow } from '../../data/automation/prompt.ts'
import { areTokensSpent, tokenUse } from '../../data/automation/token-use.ts'
import { planOf } from '../../data/company/company.ts'
import { getRow } from '../../data/table/small-list.ts'
import { listMessages } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { logger } from '../../http/logger.ts'
import { speak } from '../../integrations/azure/speak.ts'
import { AiError } from '../../integrations/openai/ai-error.ts'
import { complete } from '../../integrations/openai/complete.ts'
import type { Patience } from '../../integrations/openai/patience.ts'
import { putObject } from '../../integrations/storage.ts'
import type { Answer, Asked, Line, Speak } from '../machine.ts'
import { hear } from './hear.ts'
import { instructions } from './instructions.ts'

/**
 * Timeouts of decision 0030; a reply must be done before its claim ends
 * (data/automation/machine-turn.ts).
 */
const PATIENCE: Patience = { timeoutMs: 30_000, totalMs: 60_000 }
/** Timeouts of speech: a voice is worth less waiting than the answer itself. */
const VOICE_PATIENCE: Patience = { timeoutMs: 15_000, totalMs: 20_000 }
/** Length that WhatsApp shows without folding the text, in UTF-16 units. */
const LONGEST_TEXT = 4096
/** Maximum length of one message of the conversation, in UTF-16 units. */
const LONGEST_HEARD = 4000

/** Returns the bot that answers as the prompt of `asked.id`, within these timeouts. */
export const speakAsPrompt =
  (patience: Patience = PATIENCE, voicePatience: Patience = VOICE_PATIENCE): Speak =>
  async asked => {
    const { companyId, id, turn } = asked
    const prompt = await getRow(companyId, PROMPTS, id, true)
    if (!prompt)
      return {
        lines: [],
        handOver: { reason: reasonOf('promptGone'), by: { id, name: MACHINE_NOTES.promptGone.by.pt }, toBot: true },
      }
    const leave = (reason: NoteReason, more: Partial<Answer> = {}): Answer => ({
      lines: [],
      ...more,
      name: prompt.name,
      handOver: { queueId: prompt.queueId, reason, by: { id, name: prompt.name } },
    })
    const plan = await planOf(companyId).catch(() => undefined)
    if (!plan?.useOpenAi) return leave(reasonOf('promptPlan'))
    if (turn >= prompt.maxMessages) return leave(reasonOf('promptMany', { words: String(prompt.maxMessages) }))
    if (asked.messages.some(({ body }) => asksForPerson(body))) return leave(reasonOf('promptAsked'))
    const apiKey = openKey(companyId, 'apiKey', prompt)
    if (!apiKey) return leave(reasonOf('promptKey'))
    if (areTokensSpent(await tokenUse(companyId)))
      return leave(reasonOf('promptFailed', { error: 'ERR_AI_TOKENS_SPENT' satisfies ErrorCode }))
    let tokens = 0
    try {
      const heard = await hear(asked, apiKey, patience, spent => {
        tokens += spent
      })
      if (heard.some(({ transcript }) => transcript && asksForPerson(transcript)))
        return leave(reasonOf('promptAsked'), { tokens })
      const said = await complete(
        {
          apiKey,
          model: prompt.model,
          maxTokens: prompt.maxTokens,
          temperature: prompt.temperature,
          instructions: instructions(prompt.prompt, circumstances(asked)),
          messages: await conversation(asked, heard, prompt.maxMessages),
        },
        patience,
      )
      tokens += said.tokens
      const lines = said.text ? [await lineOf(asked, prompt, cutText(said.text, LONGEST_TEXT), voicePatience)] : []
      if (said.handsOver !== null) return leave(movedBecause(said.handsOver), { lines, tokens })
      return { lines, tokens, name: prompt.name }
    } catch (error) {
      if (!(error instanceof AiError)) throw error
      logger.warn('an AI agent could not answer', { companyId, promptId: id, reason: error.code })
      return leave(reasonOf('promptFailed', { error: error.code }), { tokens })
    }
  }

/** Returns the reason with the model's own words for it, if it gave any. */
const movedBecause = (words: string) => (words ? reasonOf('promptMovedWhy', { words }) : reasonOf('promptMoved'))

function circumstances({ ticket, configuration }: Asked) {
  const { settings, companySchedules, queues } = configuration
  const queue = queues.find(({ id }) => id === ticket.queue?.id)
  const byType = { company: companySchedules, queue: queue?.schedules ?? [] } as Record<string, typeof companySchedules>
  return {
    contactName: ticket.contact.name,
    queueName: queue?.name,
    hours: byType[settings.scheduleType] ?? [],
    now: Date.now(),
    timeZone: settings.timezone,
  }
}

/** Placeholders for messages without text: that they arrived. */
const KINDS: Partial<Record<MessageRow['mediaType'], string>> = {
  image: 'imagem',
  audio: 'áudio',
  video: 'vídeo',
  application: 'documento',
  sticker: 'figurinha',
  locationMessage: 'localização',
  contactMessage: 'contatos',
  vcard: 'contato',
}

const wordsOf = ({ body, transcript, mediaType }: MessageRow): string => {
  const kind = KINDS[mediaType]
  const words = transcript ?? body
  return cutText(kind && !transcript ? `[${kind}] ${words}`.trim() : words, LONGEST_HEARD)
}

/** Returns the newest `most` messages of the ticket up to the answered ones, oldest first. */
async function conversation({ companyId, ticket }: Asked, heard: readonly MessageRow[], most: number) {
  const newest = heard.at(-1)!.id
  const earlier = await listMessages(companyId, ticket.id, { limit: most, before: newest })
  const byId = new Map([...earlier, ...heard].map(message => [message.id, message]))
  return [...byId.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(-most)
    .filter(message => !message.isDeleted && message.mediaType !== 'call_log')
    .map(message => ({ fromMe: message.fromMe, body: wordsOf(message) }))
    .filter(({ body }) => body !== '')
}

/** Returns the answer by voice where the prompt has one; if synthesis fails, as text. */
async function lineOf(
  { companyId, ticket, key }: Asked,
  prompt: PromptRow,
  text: string,
  patience: Patience,
): Promise<Line> {
  const voiceKey = openKey(companyId, 'voiceKey', prompt)
  if (prompt.voice === 'texto' || !voiceKey) return { text }
  try {
    const { bytes, seconds } = await speak(
      { key: voiceKey, region: prompt.voiceRegion, voice: prompt.voice },
      text,
      patience,
    )
    const mimetype = 'audio/ogg; codecs=opus'
    // The same at every attempt of this reply.
    const name = createHash('sha256').update(`machine|${key}`).digest('base64url').slice(0, 24)
    const at = `${companyId}/media/${ticket.id}/${name}`
    await putObject(at, bytes, mimetype)
    const media = {
      kind: 'audio',
      key: at,
      mimetype,
      fileName: 'audio.ogg',
      size: bytes.length,
      ptt: true,
      seconds,
    } as const
    return { text: '', media, transcript: text }
  } catch (error) {
    if (!(error instanceof AiError)) throw error
    logger.warn('an AI agent could not speak', { companyId, promptId: prompt.id, reason: error.code })
    return { text }
  }
}
