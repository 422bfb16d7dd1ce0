import { z } from 'zod'
import { Id, Money } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { Prompt, PromptHours, PromptTools, Voice } from '../../entities/prompt.ts'
import { TrialCall } from '../../entities/prompt-test.ts'
import { codeMessage, fieldMessage } from '../../validation/field-message.ts'

const rights = { read: 'admin', change: 'admin', plan: 'useOpenAi' } as const

/** Key that is sealed and never answered; if it is left out, the current one stays. */
const Key = z.string().trim().max(500)

/** Fields that a version of an agent has (decision 0086), with the defaults of a new agent. */
export const configurationFields = {
  prompt: z.string().trim().min(50).max(20_000),
  model: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w.:/@-]*$/)
    .default(''),
  maxTokens: z.number().int().min(10).max(16_384).default(100),
  temperature: z.number().min(0).max(2).default(1),
  maxMessages: z.number().int().min(1).max(100).default(10),
  /** Tools that are named change; the others stay, and are off for a new agent. */
  tools: z.partialRecord(PromptTools.keyType, z.boolean()).default({}),
  mayFinishOrders: z.boolean().default(false),
  finishLimit: Money.nullable().default(null),
  storeId: Id.nullable().default(null),
  knowledge: z.boolean().default(false),
  hours: PromptHours.default('always'),
}

const fields = {
  ...configurationFields,
  name: z.string().trim().min(5).max(100),
  apiKey: Key.min(1),
  voice: Voice.default('texto'),
  /** Key of Azure Speech; an empty text removes it. */
  voiceKey: Key.default(''),
  voiceRegion: z
    .string()
    .trim()
    .max(50)
    .regex(/^[a-z0-9]*$/)
    .default(''),
  queueId: z.string(fieldMessage('prompt.queueId')).min(1, fieldMessage('prompt.queueId')).max(50),
}

const rows = rowRoutes({
  ...rights,
  path: '/prompt',
  one: 'an AI agent',
  audit: 'prompt',
  row: Prompt,
  fields,
  missing: 'ERR_NO_PROMPT_FOUND',
  refusals: [
    'ERR_PROMPT_NAME_ALREADY_EXISTS',
    'ERR_NO_QUEUE_FOUND',
    'ERR_NO_STORE_FOUND',
    'ERR_PROMPT_VOICE_INCOMPLETE',
  ],
})

/**
 * Cost of the current month. `month` is `YYYY-MM` in the company's zone; a missing limit means no
 * limit.
 */
export const PromptUsage = z.object({
  month: z.string(),
  tokens: z.number().int(),
  limit: z.number().int().nullable(),
})
export type PromptUsage = z.infer<typeof PromptUsage>

export const prompts = {
  ...rowLists({ ...rights, path: '/prompt', field: 'prompts', row: Prompt }),
  ...rows,
  remove: route({
    ...rows.remove,
    status: 200,
    summary: 'Delete an AI agent, and take it out of the queues, connections and tickets that use it',
    response: z.object({
      message: z.string().describe('Result, in the language of the call'),
      /** Names of the queues and connections that used it. */
      queues: z.array(z.string()),
      connections: z.array(z.string()),
    }),
  }),
  usage: route({
    method: 'GET',
    path: '/prompt/usage',
    summary: 'The tokens that the AI agents used this month, and the limit there is',
    access: 'admin',
    plan: 'useOpenAi',
    response: PromptUsage,
  }),
  attempt: route({
    method: 'POST',
    path: '/prompt/try',
    summary: 'Ask an AI agent as it is being written; counts as use',
    access: 'admin',
    plan: 'useOpenAi',
    body: z.object({
      promptId: Id.describe('Agent whose key is used when none is given').optional(),
      apiKey: Key.optional(),
      prompt: z.string().trim().min(1).max(20_000),
      model: fields.model,
      maxTokens: fields.maxTokens,
      temperature: fields.temperature,
      tools: fields.tools,
      mayFinishOrders: fields.mayFinishOrders,
      finishLimit: fields.finishLimit,
      storeId: fields.storeId,
      knowledge: fields.knowledge,
      messages: z
        .array(z.object({ fromMe: z.boolean(), body: z.string().trim().min(1).max(4000) }))
        .min(1)
        .max(20)
        .refine(messages => messages.at(-1)?.fromMe !== true, codeMessage('required'))
        .describe('The conversation, oldest first; its last message is the contact’s, and is answered'),
      trial: z
        .string()
        .max(400_000)
        .describe('`trial` of the previous answer: its cart, and what its tools remember')
        .optional(),
    }),
    response: z.object({
      /** Answer; empty if it only hands off. */
      answer: z.string(),
      /** Calls of tools, in which nothing was written or sent. */
      calls: z.array(TrialCall),
      /** To be given with the next message of the same conversation; sealed. */
      trial: z.string(),
      /** Reason for which it would hand off; null if it continues. */
      handsOver: z.string().nullable(),
      usage: PromptUsage,
    }),
    errors: [
      'ERR_NO_PROMPT_FOUND',
      'ERR_NO_STORE_FOUND',
      'ERR_PROMPT_KEY_MISSING',
      'ERR_PROMPT_TRIAL',
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
