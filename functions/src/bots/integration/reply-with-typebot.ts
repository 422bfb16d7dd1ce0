/**
 * Answers as a Typebot flow (decision 0031): starts or continues it, sends its bubbles, offers its
 * choices by number and ends with it.
 */

import { reasonOf } from '@balcao/shared/rules/bot-notes.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { normalizeName } from '@balcao/shared/rules/normalize-name.ts'
import { z } from 'zod'
import type { IntegrationRow } from '../../data/automation/queue-integration.ts'
import {
  type Bubble,
  continueChat,
  type Input,
  SessionGone,
  type Step,
  startChat,
} from '../../integrations/typebot/chat.ts'
import type { BotAnswer, BotMessage, BotRequest } from '../bot.ts'
import { fetchFile } from './fetch-file.ts'

/**
 * Time (ms) for all calls of a reply together, files included: it must be done before its claim
 * ends.
 */
const TOTAL_MS = 60_000
const CALL_MS = 20_000
/** Time (ms) for all pauses between messages together. */
const MAX_PAUSES_MS = 40_000
const MAX_LINES = 20
const MAX_FILES = 5
/** Length that WhatsApp shows without folding the text, in UTF-16 units. */
const MAX_TEXT_LENGTH = 4096
const MAX_ANSWER_LENGTH = 4000

const State = z.object({
  sessionId: z.string(),
  /** Time of the last call, epoch ms. */
  at: z.number(),
  input: z.object({ type: z.string(), choices: z.array(z.string()), isMultiple: z.boolean() }),
})

/** Inputs that only a browser can give. */
const IMPOSSIBLE = new Set(['payment input', 'file input'])

export async function replyWithTypebot(request: BotRequest, integration: IntegrationRow): Promise<BotAnswer> {
  const until = Date.now() + TOTAL_MS
  const by = { id: integration.id, name: integration.name }
  const texts = wordsOf(request)
  const matches = (keyword: string) =>
    keyword !== '' && texts.some(text => normalizeName(text) === normalizeName(keyword))
  if (matches(integration.typebotKeywordFinish))
    return { lines: [], state: null, handOver: { reason: reasonOf('integrationFinished'), by } }

  const isRestarted = matches(integration.typebotKeywordRestart)
  const kept = isRestarted ? undefined : stateOf(request, integration)
  const before = isRestarted && integration.typebotRestartMessage ? [{ text: integration.typebotRestartMessage }] : []
  if (kept) {
    const answer = answerTo(kept.input, texts)
    if (answer === undefined && integration.typebotUnknownMessage) {
      const lines = [{ text: integration.typebotUnknownMessage }, ...choicesOf(kept.input)]
      return { lines, state: { ...kept, at: Date.now() } }
    }
    try {
      const text = answer ?? texts.join('\n')
      const step = await continueChat(integration.urlN8N, kept.sessionId, text || '-', CALL_MS)
      return end(request, integration, before, step, kept.sessionId, until)
    } catch (error) {
      // The session no longer exists there: the flow begins anew.
      if (!(error instanceof SessionGone)) throw error
    }
  }
  const { sessionId, ...begun } = await startChat(
    { url: integration.urlN8N, slug: integration.typebotSlug },
    variablesOf(request, integration),
    CALL_MS,
  )
  // The flow begins with a question that the contact's message already answers.
  const isAsked = begun.input !== null && !IMPOSSIBLE.has(begun.input.type) && begun.bubbles.length === 0
  const isAnswered = isAsked && !isRestarted && texts.length > 0
  const step = isAnswered
    ? await continueChat(integration.urlN8N, sessionId, answerTo(begun.input!, texts) ?? texts.join('\n'), CALL_MS)
    : begun
  return end(request, integration, before, step, sessionId, until)
}

const wordsOf = ({ messages }: BotRequest): string[] =>
  messages.map(({ body }) => cutText(body.trim(), MAX_ANSWER_LENGTH)).filter(text => text !== '')

/** Returns the state of the conversation; undefined when it has none, or has expired. */
function stateOf({ state }: BotRequest, { typebotExpires }: IntegrationRow): z.output<typeof State> | undefined {
  const parsed = State.safeParse(state)
  if (!parsed.success) return undefined
  const isExpired = typebotExpires > 0 && Date.now() - parsed.data.at > typebotExpires * 60_000
  return isExpired ? undefined : parsed.data
}

/** Returns the flow's variables about the contact, by their names. */
const variablesOf = ({ ticket }: BotRequest, { language }: IntegrationRow): Record<string, string> => ({
  name: ticket.contact.name,
  number: ticket.contact.number,
  ticketId: ticket.id,
  queue: ticket.queue?.name ?? '',
  connection: ticket.whatsapp.name,
  language,
})

/**
 * Returns the input for the flow: for a choice its own words, chosen by its number or by them.
 * Undefined when it is none, or nothing was said.
 */
function answerTo({ choices, isMultiple }: Input, texts: readonly string[]): string | undefined {
  if (choices.length === 0) return texts.length > 0 ? texts.join('\n') : undefined
  const pick = (text: string): string | undefined => {
    const word = normalizeName(text.trim())
    return /^\d{1,3}$/.test(word) ? choices[Number(word) - 1] : choices.find(choice => normalizeName(choice) === word)
  }
  const last = texts.at(-1) ?? ''
  const whole = pick(last)
  if (whole !== undefined || !isMultiple) return whole
  const picked = last.split(/[,;\n]|\se\s|\sy\s|\sand\s/).map(pick)
  return picked.every(choice => choice !== undefined) ? picked.join(', ') : undefined
}

const choicesOf = ({ choices }: Input): BotMessage[] =>
  choices.length > 0
    ? [{ text: cutText(choices.map((choice, place) => `[ ${place + 1} ] - ${choice}`).join('\n'), MAX_TEXT_LENGTH) }]
    : []

/** Returns the messages of a step, and what it does to the ticket. */
async function end(
  request: BotRequest,
  integration: IntegrationRow,
  before: readonly BotMessage[],
  { bubbles, input }: Step,
  sessionId: string,
  until: number,
): Promise<BotAnswer> {
  const by = { id: integration.id, name: integration.name }
  const lines = [...before, ...(await linesOf(request, bubbles, until)), ...(input ? choicesOf(input) : [])]
  const pause = Math.min(integration.typebotDelayMessage, Math.floor(MAX_PAUSES_MS / Math.max(1, lines.length)))
  const paced = lines.map((message, place) => (place === 0 ? message : { ...message, delayMs: pause }))
  if (!input) return { lines: paced, state: null, handOver: { reason: reasonOf('integrationOver'), by } }
  if (IMPOSSIBLE.has(input.type))
    return { lines: paced, state: null, handOver: { reason: reasonOf('integrationInput', { words: input.type }), by } }
  return { lines: paced, state: { sessionId, at: Date.now(), input } satisfies z.output<typeof State> }
}

async function linesOf(
  { companyId, ticket, key }: BotRequest,
  bubbles: readonly Bubble[],
  until: number,
): Promise<BotMessage[]> {
  let files = 0
  const lines: BotMessage[] = []
  for (const [place, bubble] of bubbles.slice(0, MAX_LINES).entries()) {
    if (bubble.kind === 'text') {
      lines.push({ text: cutText(bubble.text, MAX_TEXT_LENGTH) })
      continue
    }
    const left = Math.min(CALL_MS, until - Date.now())
    const isTried = files++ < MAX_FILES && left > 0
    const where = { companyId, ticketId: ticket.id }
    const media = isTried ? await fetchFile(where, bubble.url, `${key}:${place}`, left) : undefined
    lines.push(media ? { text: '', media } : { text: cutText(bubble.url, MAX_TEXT_LENGTH) })
  }
  return lines
}
