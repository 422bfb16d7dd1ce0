/**
 * Answers as a Typebot flow (decision 0031): starts or continues it, sends its bubbles, offers its
 * choices by number and ends with it.
 */

import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { foldName } from '@balcao/shared/rules/fold-name.ts'
import { reasonOf } from '@balcao/shared/rules/machine-notes.ts'
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
import type { Answer, Asked, Line } from '../machine.ts'
import { fetchFile } from './fetch-file.ts'

/**
 * Time (ms) for all calls of a reply together, files included: it must be done before its claim
 * ends.
 */
const TOTAL_MS = 60_000
const CALL_MS = 20_000
/** Time (ms) for all pauses between messages together. */
const MOST_PAUSES_MS = 40_000
const MOST_LINES = 20
const MOST_FILES = 5
/** Length that WhatsApp shows without folding the text, in UTF-16 units. */
const LONGEST_TEXT = 4096
const LONGEST_ANSWER = 4000

const State = z.object({
  sessionId: z.string(),
  /** Time of the last call, epoch ms. */
  at: z.number(),
  input: z.object({ type: z.string(), choices: z.array(z.string()), isMultiple: z.boolean() }),
})

/** Inputs that only a browser can give. */
const IMPOSSIBLE = new Set(['payment input', 'file input'])

export async function speakAsTypebot(asked: Asked, integration: IntegrationRow): Promise<Answer> {
  const until = Date.now() + TOTAL_MS
  const { by, said } = { by: { id: integration.id, name: integration.name }, said: wordsOf(asked) }
  const matches = (keyword: string) => keyword !== '' && said.some(text => foldName(text) === foldName(keyword))
  if (matches(integration.typebotKeywordFinish))
    return { lines: [], state: null, handOver: { reason: reasonOf('integrationFinished'), by } }

  const isRestarted = matches(integration.typebotKeywordRestart)
  const kept = isRestarted ? undefined : stateOf(asked, integration)
  const before = isRestarted && integration.typebotRestartMessage ? [{ text: integration.typebotRestartMessage }] : []
  if (kept) {
    const answer = answerTo(kept.input, said)
    if (answer === undefined && integration.typebotUnknownMessage) {
      const lines = [{ text: integration.typebotUnknownMessage }, ...choicesOf(kept.input)]
      return { lines, state: { ...kept, at: Date.now() } }
    }
    try {
      const text = answer ?? said.join('\n')
      const step = await continueChat(integration.urlN8N, kept.sessionId, text || '-', CALL_MS)
      return end(asked, integration, before, step, kept.sessionId, until)
    } catch (error) {
      // The session no longer exists there: the flow begins anew.
      if (!(error instanceof SessionGone)) throw error
    }
  }
  const { sessionId, ...begun } = await startChat(
    { url: integration.urlN8N, slug: integration.typebotSlug },
    variablesOf(asked, integration),
    CALL_MS,
  )
  // The flow begins with a question that the contact's message already answers.
  const isAsked = begun.input !== null && !IMPOSSIBLE.has(begun.input.type) && begun.bubbles.length === 0
  const isAnswered = isAsked && !isRestarted && said.length > 0
  const step = isAnswered
    ? await continueChat(integration.urlN8N, sessionId, answerTo(begun.input!, said) ?? said.join('\n'), CALL_MS)
    : begun
  return end(asked, integration, before, step, sessionId, until)
}

const wordsOf = ({ messages }: Asked): string[] =>
  messages.map(({ body }) => cutText(body.trim(), LONGEST_ANSWER)).filter(text => text !== '')

/** Returns the state of the conversation; undefined when it has none, or has expired. */
function stateOf({ state }: Asked, { typebotExpires }: IntegrationRow): z.output<typeof State> | undefined {
  const parsed = State.safeParse(state)
  if (!parsed.success) return undefined
  const isExpired = typebotExpires > 0 && Date.now() - parsed.data.at > typebotExpires * 60_000
  return isExpired ? undefined : parsed.data
}

/** Returns the flow's variables about the contact, by their names. */
const variablesOf = ({ ticket }: Asked, { language }: IntegrationRow): Record<string, string> => ({
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
function answerTo({ choices, isMultiple }: Input, said: readonly string[]): string | undefined {
  if (choices.length === 0) return said.length > 0 ? said.join('\n') : undefined
  const pick = (text: string): string | undefined => {
    const word = foldName(text.trim())
    return /^\d{1,3}$/.test(word) ? choices[Number(word) - 1] : choices.find(choice => foldName(choice) === word)
  }
  const last = said.at(-1) ?? ''
  const whole = pick(last)
  if (whole !== undefined || !isMultiple) return whole
  const picked = last.split(/[,;\n]|\se\s|\sy\s|\sand\s/).map(pick)
  return picked.every(choice => choice !== undefined) ? picked.join(', ') : undefined
}

const choicesOf = ({ choices }: Input): Line[] =>
  choices.length > 0
    ? [{ text: cutText(choices.map((choice, place) => `[ ${place + 1} ] - ${choice}`).join('\n'), LONGEST_TEXT) }]
    : []

/** Returns the messages of a step, and what it does to the ticket. */
async function end(
  asked: Asked,
  integration: IntegrationRow,
  before: readonly Line[],
  { bubbles, input }: Step,
  sessionId: string,
  until: number,
): Promise<Answer> {
  const by = { id: integration.id, name: integration.name }
  const lines = [...before, ...(await linesOf(asked, bubbles, until)), ...(input ? choicesOf(input) : [])]
  const pause = Math.min(integration.typebotDelayMessage, Math.floor(MOST_PAUSES_MS / Math.max(1, lines.length)))
  const paced = lines.map((line, place) => (place === 0 ? line : { ...line, delayMs: pause }))
  if (!input) return { lines: paced, state: null, handOver: { reason: reasonOf('integrationOver'), by } }
  if (IMPOSSIBLE.has(input.type))
    return { lines: paced, state: null, handOver: { reason: reasonOf('integrationInput', { words: input.type }), by } }
  return { lines: paced, state: { sessionId, at: Date.now(), input } satisfies z.output<typeof State> }
}

async function linesOf({ companyId, ticket, key }: Asked, bubbles: readonly Bubble[], until: number): Promise<Line[]> {
  let files = 0
  const lines: Line[] = []
  for (const [place, bubble] of bubbles.slice(0, MOST_LINES).entries()) {
    if (bubble.kind === 'text') {
      lines.push({ text: cutText(bubble.text, LONGEST_TEXT) })
      continue
    }
    const left = Math.min(CALL_MS, until - Date.now())
    const isTried = files++ < MOST_FILES && left > 0
    const where = { companyId, ticketId: ticket.id }
    const media = isTried ? await fetchFile(where, bubble.url, `${key}:${place}`, left) : undefined
    lines.push(media ? { text: '', media } : { text: cutText(bubble.url, LONGEST_TEXT) })
  }
  return lines
}
