/**
 * Client of `projects.agent.sessions.detectIntent` of Dialogflow ES v2 (REST reference,
 * cloud.google.com/dialogflow/es).
 */
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { z } from 'zod'
import { config } from '../../config.ts'
import { IntegrationError, integrationErrorOf, withoutAnswer } from '../integration-error.ts'
import { callExternalUrl, type OutgoingAnswer } from '../outgoing/call-external-url.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import type { ServiceAccount } from './account.ts'
import { accessToken, forgetToken } from './token.ts'

/** Maximum length of a text that Dialogflow accepts. */
const MAX_TEXT_LENGTH = 256
const TIMEOUT_MS = 10_000

const Answer = z.object({
  queryResult: z.object({
    fulfillmentText: z.string().optional(),
    fulfillmentMessages: z
      .array(z.object({ platform: z.string().optional(), text: z.object({ text: z.array(z.string()) }).optional() }))
      .optional(),
    intent: z
      .object({
        displayName: z.string().optional(),
        endInteraction: z.boolean().optional(),
        liveAgentHandoff: z.boolean().optional(),
      })
      .optional(),
  }),
})

export type Question = { project: string; session: string; text: string; language: string }

export type Detected = {
  replies: string[]
  intent: string
  /** The intent marks the end of the conversation, or the hand-off to a person. */
  ends: boolean
}

/**
 * Asks an agent for the intent of a text. If the token was withdrawn, it repeats the call with a
 * new one.
 * @throws IntegrationError
 */
export async function detectIntent(account: ServiceAccount, question: Question): Promise<Detected> {
  let answer = await ask(account, question)
  if (answer.status === 401) {
    forgetToken(account)
    answer = await ask(account, question)
  }
  if (answer.status !== 200) throw integrationErrorOf(answer.status)
  const parsed = Answer.safeParse(jsonOf(answer.body))
  if (!parsed.success) throw new IntegrationError('ERR_INTEGRATION_ANSWER')
  const { fulfillmentText = '', fulfillmentMessages = [], intent } = parsed.data.queryResult
  const texts = fulfillmentMessages
    .filter(({ platform = 'PLATFORM_UNSPECIFIED' }) => platform === 'PLATFORM_UNSPECIFIED')
    .flatMap(({ text }) => text?.text[0] ?? [])
  return {
    replies: (texts.length > 0 ? texts : [fulfillmentText]).filter(text => text.trim() !== ''),
    intent: intent?.displayName ?? '',
    ends: intent?.endInteraction === true || intent?.liveAgentHandoff === true,
  }
}

async function ask(account: ServiceAccount, { project, session, text, language }: Question): Promise<OutgoingAnswer> {
  const token = await accessToken(account, TIMEOUT_MS)
  const place = `projects/${encodeURIComponent(project)}/agent/sessions/${encodeURIComponent(session)}`
  return callExternalUrl(
    `${config().DIALOGFLOW_URL}/v2/${place}:detectIntent`,
    {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ queryInput: { text: { text: cutText(text, MAX_TEXT_LENGTH), languageCode: language } } }),
    },
    { timeoutMs: TIMEOUT_MS },
  ).catch(withoutAnswer)
}
