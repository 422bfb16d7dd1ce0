import { z } from 'zod'
import { Id } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { codeMessage } from '../../validation/field-message.ts'

/**
 * Actions of the copilot for an attendant: it writes for them and never sends. `shorten`, `formal`
 * and `translate` change the given text, the others read the conversation.
 */
export const COPILOT_ACTIONS = ['suggest', 'shorten', 'formal', 'translate', 'summarize', 'customer'] as const
export type CopilotAction = (typeof COPILOT_ACTIONS)[number]

const OF_TEXT: readonly CopilotAction[] = ['shorten', 'formal', 'translate']

/** Source of a suggestion: a document of the company's knowledge, or a quick message. */
export const CopilotSource = z.object({
  kind: z.enum(['knowledge', 'quickMessage']),
  id: Id,
  /** The document's name, or the shortcode. */
  name: z.string(),
  /** Heading above the passage, and the passage's beginning. */
  heading: z.string(),
  text: z.string(),
})
export type CopilotSource = z.infer<typeof CopilotSource>

/** Fields of the customer form that a conversation can fill. */
export const COPILOT_FIELDS = [
  ...['fullName', 'document', 'email', 'birthday'],
  ...['zipCode', 'address', 'number', 'complement', 'neighborhood', 'city', 'state'],
] as const
export const CopilotField = z.enum(COPILOT_FIELDS)

/** A value that was read, and where: the message, and the words of it. */
export const CopilotReading = z.object({ value: z.string(), messageId: Id, words: z.string() })
export type CopilotReading = z.infer<typeof CopilotReading>

export const copilot = {
  /** Stores nothing but its cost, and sends nothing to the contact. */
  act: route({
    method: 'POST',
    path: '/copilot/{ticketId}',
    summary: 'Let the copilot write for the attendant: a suggestion, another form of a text, a summary, a filled form',
    access: 'user',
    plan: 'useOpenAi',
    params: z.object({ ticketId: Id }),
    body: z
      .object({
        action: z.enum(COPILOT_ACTIONS),
        text: z.string().trim().max(4096).default('').describe('The text to change'),
        language: z
          .string()
          .regex(/^[a-z]{2}(-[A-Z]{2})?$/)
          .describe('Language to translate into; the contact’s when left out')
          .optional(),
        requestId: z
          .uuid()
          .describe('Chosen by the client: the text so far is published under it (event `copilot`)')
          .optional(),
      })
      .refine(({ action, text }) => text !== '' || !OF_TEXT.includes(action), {
        path: ['text'],
        error: codeMessage('required'),
      }),
    response: z.union([
      z.object({ text: z.string(), sources: z.array(CopilotSource).optional() }),
      z.object({ fields: z.partialRecord(CopilotField, CopilotReading) }),
    ]),
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_PROMPT_KEY_MISSING',
      'ERR_AI_TOKENS_SPENT',
      'ERR_AI_COST_SPENT',
      'ERR_AI_KEY_REFUSED',
      'ERR_AI_BUSY',
      'ERR_AI_UNREACHABLE',
      'ERR_AI_ANSWER',
      'ERR_TOO_MANY_REQUESTS',
    ],
  }),
}
