/**
 * Answers one message of a conversation that is only a trial (decision 0086): with the same model,
 * tools, knowledge and checks as for a contact, but nothing is written or sent, and nobody has
 * ordered, registered or written before. Trials of the dialog and of the test bench are the same.
 */
import type { TrialCall } from '@balcao/shared/entities/prompt-test.ts'
import { newId } from '@balcao/shared/ids.ts'
import { asksForPerson } from '@balcao/shared/rules/asks-for-person.ts'
import { BOT_NOTES } from '@balcao/shared/rules/bot-notes.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { schedulesOf } from '@balcao/shared/rules/schedules-of.ts'
import { type AiUse, KNOWLEDGE_USER } from '../../data/automation/ai-use.ts'
import type { PromptRow } from '../../data/automation/prompt.ts'
import { getCompany, planOf } from '../../data/company/company.ts'
import { getSettings } from '../../data/company/setting.ts'
import type { DraftContent } from '../../data/tickets/draft-row.ts'
import { messageOf } from '../../data/tickets/message-row.ts'
import { AiError } from '../../integrations/openai/ai-error.ts'
import { modelOf } from '../../integrations/openai/complete.ts'
import type { RetryTimeouts } from '../../integrations/openai/with-retry.ts'
import { findKnowledge, knowledgeLines } from '../knowledge/knowledge-facts.ts'
import { salesFacts } from '../tools/sales-facts.ts'
import { storeOfPrompt } from '../tools/store-of-prompt.ts'
import type { ToolState } from '../tools/tool.ts'
import { offeredTools } from '../tools/tools.ts'
import { answerWithTools, noSteps } from './answer-with-tools.ts'
import { correctionOf, toolAnswers } from './correction-of.ts'
import { instructions } from './instructions.ts'
import { MAX_TEXT_LENGTH } from './max-text-length.ts'
import { trialTicket } from './trial-ticket.ts'

/** State of a trial between two messages, as JSON. */
export type TrialState = {
  /** Number of answers so far. */
  replies: number
  tools: ToolState
  cart: DraftContent | null
}
export const NEW_TRIAL: TrialState = { replies: 0, tools: {}, cart: null }

export type TrialMessage = { fromMe: boolean; body: string }

export type TrialInput = {
  companyId: string
  prompt: PromptRow
  apiKey: string
  /** The conversation, oldest first; its end is what is answered. */
  messages: readonly TrialMessage[]
  before: TrialState
  timeouts: RetryTimeouts
  /** Counts a use, by the agent unless `by` names another. */
  count: (use: AiUse, by?: typeof KNOWLEDGE_USER) => Promise<void>
}

export type TrialAnswer = { answer: string; calls: TrialCall[]; handsOver: string | null; after: TrialState }

/** Maximum length of the arguments and of the answer that a result shows. */
const MAX_ASKED = 1000
const MAX_ANSWERED = 2000
const shownCall = (tool: string, asked: string, answered: string, ok: boolean): TrialCall => ({
  ...{ tool: tool.slice(0, 100), asked: cutText(asked, MAX_ASKED), answered: cutText(answered, MAX_ANSWERED), ok },
})

/** @throws AiError */
export async function answerInTrial(input: TrialInput): Promise<TrialAnswer> {
  const { companyId, prompt, apiKey, before, timeouts, count } = input
  const until = Date.now() + timeouts.totalMs
  const ticket = trialTicket(companyId)
  const rows = input.messages.slice(-prompt.maxMessages).map(({ fromMe, body }) =>
    messageOf(ticket, {
      ...{ id: newId(), connectionId: ticket.whatsapp.id, whatsappMessageId: newId(), body, fromMe },
      ...{ mediaType: 'chat', origin: fromMe ? 'machine' : 'contact' },
    }),
  )
  const lastOfOurs = rows.findLastIndex(({ fromMe }) => fromMe)
  const [said, saidNow] = [rows.filter(({ fromMe }) => !fromMe), rows.slice(lastOfOurs + 1)]
  const handsOver = earlyHandOver(prompt, before, saidNow)
  if (handsOver !== null) return { answer: '', calls: [], handsOver, after: before }
  const [plan, settings, company, store] = await Promise.all([
    planOf(companyId),
    getSettings(companyId),
    getCompany(companyId),
    storeOfPrompt(companyId, prompt),
  ])
  let cart = before.cart
  const tools = offeredTools(prompt, plan, store)
  const context = {
    ...{ companyId, ticket, prompt, configuration: { settings }, store, said, saidNow },
    ...{ replyNumber: before.replies, dry: true },
    trial: {
      load: () => cart ?? undefined,
      save: (content: DraftContent) => {
        cart = content
      },
    },
  }
  const calls: TrialCall[] = []
  const found = await findKnowledge(companyId, prompt, said, saidNow)
  if (found) {
    const { passages, by, use } = found.found
    const sources = passages.map(({ name, heading }) => ({ name, heading }))
    calls.push(shownCall('knowledge', JSON.stringify({ query: found.question }), JSON.stringify({ by, sources }), true))
    if (use) await count(use, KNOWLEDGE_USER)
  }
  const knowledge = found ? knowledgeLines(found.found) : []
  const key = newId()
  const sale = await salesFacts({ ...context, key, state: before.tools }, tools)
  const known = [prompt.prompt, ...sale, ...knowledge, ...rows.filter(({ fromMe }) => fromMe).map(({ body }) => body)]
  const model = modelOf(prompt.model)
  const circumstances = {
    hours: schedulesOf({ settings, companySchedules: company?.schedules ?? [], queues: [] }, null),
    ...{ now: Date.now(), timeZone: settings.timezone, sale, knowledge },
  }
  try {
    const { text, steps, usage, isRefused } = await answerWithTools({
      ...{ apiKey, model: prompt.model, maxTokens: prompt.maxTokens, temperature: prompt.temperature },
      instructions: instructions(prompt.prompt, circumstances, tools),
      messages: rows.map(({ fromMe, body }) => ({ role: fromMe ? 'assistant' : 'user', content: body })),
      ...{ tools, context, key, timeoutMs: timeouts.timeoutMs, until, steps: noSteps(before.tools) },
      async onStep(_, done) {
        if ('usage' in done) return count({ model, ...done.usage })
        const { call, answer } = done.run
        calls.push(shownCall(call.name, call.arguments, JSON.stringify(answer), 'ok' in answer))
        await count({ model, inputTokens: 0, outputTokens: 0, toolCalls: 1 })
      },
      refuse: (answer, { messages, lines }) =>
        correctionOf(answer, prompt, [...known, ...toolAnswers(messages), ...lines.map(line => line.text)]),
      mayContinue: async () => true,
    })
    await count({ model, ...usage })
    const answer = [...steps.lines.map(line => line.text), cutText(text, MAX_TEXT_LENGTH)].filter(Boolean).join('\n\n')
    return {
      ...{ answer, calls, handsOver: isRefused ? BOT_NOTES.promptUnsafe.pt : (steps.handOver ?? null) },
      after: { replies: before.replies + 1, tools: steps.state, cart },
    }
  } catch (error) {
    if (error instanceof AiError && error.usage) await count({ model, ...error.usage })
    throw error
  }
}

/** Returns the reason for which no model is asked; null if one is. */
function earlyHandOver(
  { maxMessages }: PromptRow,
  { replies }: TrialState,
  saidNow: readonly { body: string }[],
): string | null {
  if (replies >= maxMessages) return BOT_NOTES.promptMany.pt.replace('{{words}}', String(maxMessages))
  return saidNow.some(({ body }) => asksForPerson(body)) ? BOT_NOTES.promptAsked.pt : null
}
