/**
 * Answers as an AI agent (decision 0030): transcribes audio, asks the model, answers in text or by
 * voice, or hands off.
 */
import type { NoteReason } from '@balcao/shared/entities/ticket.ts'
import { asksForPerson } from '@balcao/shared/rules/asks-for-person.ts'
import { BOT_NOTES, reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { schedulesOf } from '@balcao/shared/rules/schedules-of.ts'
import { isWithinHours } from '@balcao/shared/rules/working-hours.ts'
import { config } from '../../config.ts'
import { type AiUse, aiUseWrites, costOf } from '../../data/automation/ai-use.ts'
import { openKey, PROMPTS, type PromptRow } from '../../data/automation/prompt.ts'
import { spentLimit } from '../../data/automation/token-use.ts'
import { planOf } from '../../data/company/company.ts'
import { getRow } from '../../data/table/small-list.ts'
import { botCallWrite } from '../../data/tickets/bot-call.ts'
import { listMessages } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { isServed } from '../../data/tickets/ticket-row.ts'
import { logger } from '../../http/logger.ts'
import { synthesizeSpeech } from '../../integrations/azure/synthesize-speech.ts'
import { AiError } from '../../integrations/openai/ai-error.ts'
import { type ChatMessage, modelOf } from '../../integrations/openai/complete.ts'
import type { RetryTimeouts } from '../../integrations/openai/with-retry.ts'
import { publishBotCall } from '../../messaging/publish-ticket.ts'
import { storeTicketFile } from '../../messaging/store-ticket-file.ts'
import type { BotAnswer, BotMessage, BotRequest, ReplyWith } from '../bot.ts'
import { knowledgeFacts } from '../knowledge/knowledge-facts.ts'
import { salesFacts } from '../tools/sales-facts.ts'
import { storeOfPrompt } from '../tools/store-of-prompt.ts'
import type { ToolState } from '../tools/tool.ts'
import { offeredTools } from '../tools/tools.ts'
import { type AnswerSteps, answerWithTools, noSteps, type RunCall } from './answer-with-tools.ts'
import { correctionOf, toolAnswers } from './correction-of.ts'
import { instructions } from './instructions.ts'
import { MAX_TEXT_LENGTH } from './max-text-length.ts'
import { messageWords } from './message-words.ts'
import { transcribeAudio } from './transcribe-audio.ts'

/**
 * Timeouts of decision 0030; a reply must be done before its claim ends
 * (data/automation/bot-reply.ts).
 */
const REPLY_TIMEOUTS: RetryTimeouts = { timeoutMs: 30_000, totalMs: 60_000 }
/** Timeouts of speech: a voice is worth less waiting than the answer itself. */
const VOICE_TIMEOUTS: RetryTimeouts = { timeoutMs: 15_000, totalMs: 20_000 }

/** Returns the bot that answers as the prompt of `asked.id`, within these timeouts. */
export const replyWithPrompt =
  (timeouts: RetryTimeouts = REPLY_TIMEOUTS, voiceTimeouts: RetryTimeouts = VOICE_TIMEOUTS): ReplyWith =>
  async given => {
    const { companyId, id, replyCount } = given
    let kept = given.steps as AnswerSteps | undefined
    const request: BotRequest = {
      ...given,
      async saveSteps(steps, writes) {
        await given.saveSteps(steps, writes)
        kept = steps as AnswerSteps
      },
    }
    const prompt = await getRow(companyId, PROMPTS, id, true)
    if (!prompt)
      return {
        lines: [],
        handOver: { reason: reasonOf('promptGone'), by: { id, name: BOT_NOTES.promptGone.by.pt }, toBot: true },
      }
    // The tools' messages are sent whatever follows: the customer must read of an order.
    const handOffWith = (reason: NoteReason, more: Partial<BotAnswer> = {}): BotAnswer => ({
      lines: kept?.lines ?? [],
      ...(kept ? { state: kept.state } : {}),
      ...more,
      name: prompt.name,
      handOver: { queueId: prompt.queueId, reason, by: { id, name: prompt.name } },
    })
    const plan = await planOf(companyId).catch(() => undefined)
    if (!plan?.useOpenAi) return handOffWith(reasonOf('promptPlan'))
    if (!answersNow(prompt, request)) return handOffWith(reasonOf('promptHours'))
    if (replyCount >= prompt.maxMessages)
      return handOffWith(reasonOf('promptMany', { words: String(prompt.maxMessages) }))
    if (request.messages.some(({ body }) => asksForPerson(body))) return handOffWith(reasonOf('promptAsked'))
    const apiKey = openKey(companyId, 'apiKey', prompt)
    if (!apiKey) return handOffWith(reasonOf('promptKey'))
    const limit = await spentLimit(companyId)
    if (limit) return handOffWith(reasonOf('promptFailed', { error: limit }))
    // Uses that no step has counted.
    const uses: AiUse[] = []
    const model = modelOf(prompt.model)
    const by = { kind: 'prompt', id, name: prompt.name } as const
    const until = Date.now() + timeouts.totalMs
    try {
      const transcribed = await transcribeAudio(request, apiKey, timeouts, inputTokens => {
        uses.push({ model: config().OPENAI_TRANSCRIPTION_MODEL, inputTokens, outputTokens: 0 })
      })
      if (transcribed.some(({ transcript }) => transcript && asksForPerson(transcript)))
        return handOffWith(reasonOf('promptAsked'), { uses })
      const [seen, store] = await Promise.all([
        conversation(request, transcribed, prompt.maxMessages),
        storeOfPrompt(companyId, prompt),
      ])
      const tools = offeredTools(prompt, plan, store)
      const context = {
        ...{ companyId, ticket: request.ticket, prompt, configuration: request.configuration, store },
        said: seen.filter(({ fromMe }) => !fromMe),
        saidNow: transcribed,
        replyNumber: replyCount,
        dry: false,
      }
      const state = (request.state ?? {}) as ToolState
      const [sale, knowledge] = await Promise.all([
        salesFacts({ ...context, key: request.key, state }, tools),
        knowledgeFacts(request, prompt, context.said, transcribed),
      ])
      const ours = seen.filter(({ fromMe }) => fromMe).map(messageWords)
      const known = [prompt.prompt, ...sale, ...knowledge, ...ours]
      const { text, steps, usage, isStopped, isRefused } = await answerWithTools({
        ...{ apiKey, model: prompt.model, maxTokens: prompt.maxTokens, temperature: prompt.temperature },
        instructions: instructions(prompt.prompt, { ...circumstances(request), sale, knowledge }, tools),
        messages: seen.map(chatMessage).filter(({ content }) => content !== ''),
        ...{ tools, context, key: request.key, timeoutMs: timeouts.timeoutMs, until },
        steps: (request.steps as AnswerSteps | undefined) ?? noSteps(state),
        async onStep(steps, done) {
          if ('usage' in done)
            return request.saveSteps(steps, await aiUseWrites(companyId, by, { model, ...done.usage }))
          const { call, write } = await callOf(request, prompt, model, transcribed.at(-1)!.id, done.run)
          const count = await aiUseWrites(companyId, by, { model, inputTokens: 0, outputTokens: 0, toolCalls: 1 })
          await request.saveSteps(steps, [write, ...count])
          await publishBotCall(request.ticket, call)
        },
        refuse: (answer, { messages, lines }) =>
          correctionOf(answer, prompt, [...known, ...toolAnswers(messages), ...lines.map(line => line.text)]),
        mayContinue: async () => {
          const now = await getTicket(companyId, request.ticket.id, true)
          return now !== undefined && isServed(now)
        },
      })
      uses.push({ model, ...usage })
      const more = { uses, state: steps.state }
      if (isStopped) return { lines: [], name: prompt.name, ...more }
      const lines = [
        ...steps.lines,
        ...(text ? [await lineOf(request, prompt, cutText(text, MAX_TEXT_LENGTH), voiceTimeouts)] : []),
      ]
      if (isRefused) return handOffWith(reasonOf('promptUnsafe'), { lines, ...more })
      if (steps.handOver !== undefined) return handOffWith(handOffReason(steps.handOver), { lines, ...more })
      return { lines, name: prompt.name, ...more }
    } catch (error) {
      if (!(error instanceof AiError)) throw error
      logger.warn('an AI agent could not answer', { companyId, promptId: id, reason: error.code })
      if (error.usage) uses.push({ model, ...error.usage })
      return handOffWith(reasonOf('promptFailed', { error: error.code }), { uses })
    }
  }

/** Returns the entry of a call in the conversation. */
async function callOf(
  { companyId, ticket, key }: BotRequest,
  prompt: PromptRow,
  model: string,
  messageId: string,
  { call, answer, ms, usage }: RunCall,
) {
  return botCallWrite(companyId, ticket.id, {
    ...{ promptId: prompt.id, promptName: prompt.name, replyId: key, messageId, tool: call.name.slice(0, 100) },
    ...{ asked: call.arguments, answered: JSON.stringify(answer), ok: 'ok' in answer, ms },
    ...{ tokens: usage.inputTokens + usage.outputTokens, cost: await costOf({ model, ...usage }) },
  })
}

/** Returns the reason with the model's own words for it, if it gave any. */
const handOffReason = (words: string) => (words ? reasonOf('promptMovedWhy', { words }) : reasonOf('promptMoved'))

/** Returns whether the agent answers at this time, by the hours of the company or queue. */
function answersNow({ hours }: PromptRow, request: BotRequest): boolean {
  if (hours === 'always') return true
  const { hours: schedules, now, timeZone } = circumstances(request)
  return isWithinHours(schedules, now, timeZone, request.configuration.holidays) === (hours === 'open')
}

function circumstances({ ticket, configuration }: BotRequest) {
  const queueId = ticket.queue?.id ?? null
  return {
    contactName: ticket.contact.name,
    queueName: configuration.queues.find(({ id }) => id === queueId)?.name,
    hours: schedulesOf(configuration, queueId),
    now: Date.now(),
    timeZone: configuration.settings.timezone,
  }
}

/** Returns the newest `most` messages of the ticket up to the answered ones, oldest first. */
async function conversation({ companyId, ticket }: BotRequest, transcribed: readonly MessageRow[], most: number) {
  const newest = transcribed.at(-1)!.id
  const earlier = await listMessages(companyId, ticket.id, { limit: most, before: newest })
  const byId = new Map([...earlier, ...transcribed].map(message => [message.id, message]))
  return [...byId.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(-most)
    .filter(message => !message.isDeleted && message.mediaType !== 'call_log')
}

const chatMessage = (message: MessageRow): ChatMessage => ({
  role: message.fromMe ? 'assistant' : 'user',
  content: messageWords(message),
})

/** Returns the answer by voice where the prompt has one; if synthesis fails, as text. */
async function lineOf(
  { companyId, ticket, key }: BotRequest,
  prompt: PromptRow,
  text: string,
  timeouts: RetryTimeouts,
): Promise<BotMessage> {
  const voiceKey = openKey(companyId, 'voiceKey', prompt)
  if (prompt.voice === 'texto' || !voiceKey) return { text }
  try {
    const { bytes, seconds } = await synthesizeSpeech(
      { key: voiceKey, region: prompt.voiceRegion, voice: prompt.voice },
      text,
      timeouts,
    )
    const mimetype = 'audio/ogg; codecs=opus'
    const media = {
      kind: 'audio',
      key: await storeTicketFile({ companyId, ticketId: ticket.id }, `machine|${key}`, bytes, mimetype),
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
