/**
 * Client of a Typebot viewer's chat API v1 (docs.typebot.io/api-reference/chat): `startChat` and
 * `continueChat`.
 */
import { z } from 'zod'
import { IntegrationError, integrationErrorOf, withoutAnswer } from '../integration-error.ts'
import { callExternalUrl } from '../outgoing/call-external-url.ts'
import { jsonOf } from '../outgoing/json-of.ts'
import { RichText, whatsappText } from './rich-text.ts'

/** A bubble in the form a contact gets it. */
export type Bubble = { kind: 'text'; text: string } | { kind: 'file'; url: string }

/** The input the bot waits for: `choices` are their labels, empty where any text will do. */
export type Input = { type: string; choices: string[]; isMultiple: boolean }

export type Step = {
  bubbles: Bubble[]
  /** Null when the flow is over. */
  input: Input | null
}

/** The conversation does not exist there (any more). */
export class SessionGone extends Error {}

const Content = z.looseObject({
  type: z.string().optional().catch(undefined),
  richText: RichText.optional().catch(undefined),
  plainText: z.string().optional().catch(undefined),
  markdown: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
})

const Item = z.looseObject({
  content: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
})

const Reply = z.looseObject({
  messages: z.array(z.looseObject({ type: z.string(), content: Content.optional() })).max(100),
  input: z
    .looseObject({
      type: z.string(),
      items: z.array(Item).max(100).optional(),
      options: z
        .looseObject({ isMultipleChoice: z.boolean().optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .nullish(),
  clientSideActions: z
    .array(z.looseObject({ redirect: z.looseObject({ url: z.string().optional() }).optional().catch(undefined) }))
    .max(100)
    .optional()
    .catch(undefined),
})

const Begun = Reply.extend({ sessionId: z.string().min(1).max(200) })

type TypebotFlow = { url: string; slug: string }

/**
 * Begins a conversation. `variables` are available to the flow by their names.
 * @throws IntegrationError
 */
export async function startChat(
  { url, slug }: TypebotFlow,
  variables: Record<string, string>,
  timeoutMs: number,
): Promise<Step & { sessionId: string }> {
  const path = `typebots/${encodeURIComponent(slug)}/startChat`
  const answer = await post(url, path, { isStreamEnabled: false, prefilledVariables: variables }, timeoutMs)
  const { sessionId, ...reply } = read(Begun, answer)
  return { sessionId, ...stepOf(reply) }
}

/**
 * Sends the answer to the bot's input.
 * @throws IntegrationError, SessionGone
 */
export async function continueChat(url: string, sessionId: string, message: string, timeoutMs: number): Promise<Step> {
  // Every version accepts a plain text; newer ones accept objects too.
  const answer = await post(url, `sessions/${encodeURIComponent(sessionId)}/continueChat`, { message }, timeoutMs)
  return stepOf(read(Reply, answer))
}

async function post(url: string, path: string, body: object, timeoutMs: number): Promise<Buffer> {
  const address = `${url.replace(/\/+$/, '')}/api/v1/${path}`
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const answer = await callExternalUrl(address, { headers, body: JSON.stringify(body) }, { timeoutMs }).catch(
    withoutAnswer,
  )
  if (answer.status === 404 && path.startsWith('sessions/')) throw new SessionGone()
  if (answer.status !== 200) throw integrationErrorOf(answer.status)
  return answer.body
}

function read<T extends z.ZodType>(schema: T, body: Buffer): z.output<T> {
  try {
    const parsed = schema.safeParse(jsonOf(body))
    if (parsed.success) return parsed.data
  } catch (error) {
    // The answer is nested so deeply that the stack overflows.
    if (!(error instanceof RangeError)) throw error
  }
  throw new IntegrationError('ERR_INTEGRATION_ANSWER')
}

function stepOf({ messages, input, clientSideActions = [] }: z.output<typeof Reply>): Step {
  const links = clientSideActions.flatMap(({ redirect }) => (redirect?.url ? [textBubble(redirect.url)] : []))
  return {
    bubbles: [...messages.flatMap(({ type, content }) => bubblesOf(type, content ?? {})), ...links],
    input: input
      ? {
          type: input.type,
          choices: (input.items ?? [])
            .map(item => item.content ?? item.title ?? item.description ?? '')
            .filter(Boolean),
          isMultiple: input.options?.isMultipleChoice === true,
        }
      : null,
  }
}

const textBubble = (text: string): Bubble => ({ kind: 'text', text })

function bubblesOf(type: string, content: z.output<typeof Content>): Bubble[] {
  if (type === 'text') {
    const text = content.richText ? whatsappText(content.richText) : (content.markdown ?? content.plainText ?? '')
    return text.trim() ? [textBubble(text)] : []
  }
  if (!content.url) return []
  // A video of another site has no file of its own: the message is its link.
  const isFile = ['image', 'audio'].includes(type) || (type === 'video' && (content.type ?? 'url') === 'url')
  return [isFile ? { kind: 'file', url: content.url } : textBubble(content.url)]
}
