/** Versions of AI agents, and the conversations by which they are compared (decision 0086). */
import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { Prompt } from './prompt.ts'
import { UserRef } from './user.ts'

/** Configuration that a version has; keys, voice, name and queue stay with the agent. */
export const PromptConfiguration = Prompt.pick({
  prompt: true,
  model: true,
  maxTokens: true,
  temperature: true,
  maxMessages: true,
  tools: true,
  mayFinishOrders: true,
  finishLimit: true,
  storeId: true,
  knowledge: true,
  hours: true,
})
export type PromptConfiguration = z.infer<typeof PromptConfiguration>

/** Version of an agent. Its configuration never changes. */
export const PromptVersion = z.object({
  id: Id,
  /** Counted from 1 for each agent; a number is never given again. */
  number: z.number().int(),
  note: z.string(),
  /** True for the version that contacts are answered by. */
  live: z.boolean(),
  /** Null for the version an agent had before versions were kept. */
  createdBy: UserRef.nullable(),
  createdAt: Instant,
  configuration: PromptConfiguration,
})
export type PromptVersion = z.infer<typeof PromptVersion>

/** Names of the tools as models call them; `knowledge` is the search before an answer. */
export const TOOL_NAMES = [
  'search_products',
  'send_picture',
  'add_to_cart',
  'remove_from_cart',
  'quote_delivery',
  'apply_coupon',
  'find_customer',
  'register_customer',
  'finish_order',
  'order_status',
  'schedule_callback',
  'set_tag',
  'transfer_to_person',
  'knowledge',
] as const
export const ToolName = z.enum(TOOL_NAMES)
export type ToolName = z.infer<typeof ToolName>

/**
 * Expectations of a case about the whole conversation: words in answers, and tools that are called.
 */
export const PromptExpectation = z.object({
  says: z.array(z.string()),
  never: z.array(z.string()),
  tools: z.array(ToolName),
  noTools: z.array(ToolName),
})
export type PromptExpectation = z.infer<typeof PromptExpectation>

export const PROMPT_MARKS = ['good', 'bad'] as const
export const PromptMark = z.enum(PROMPT_MARKS)
export type PromptMark = z.infer<typeof PromptMark>

/** Conversation by which versions are compared. */
export const PromptCase = z.object({
  id: Id,
  name: z.string(),
  /** Messages of the contact, in order; the agent answers each. */
  messages: z.array(z.string()),
  expect: PromptExpectation,
  /** Somebody's judgement of a result, by which later ones are judged too; null without one. */
  mark: z
    .object({
      value: PromptMark,
      runId: Id,
      versionId: Id,
      number: z.number().int(),
      /** Tools that the judged result called. */
      tools: z.array(z.string()),
      by: UserRef,
      at: Instant,
    })
    .nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type PromptCase = z.infer<typeof PromptCase>

/**
 * Expectation that a result failed: its word or tool; `good` is a tool of the result marked as good
 * that was not called, `bad` the same answers as those marked as bad, `error` a code of the error
 * catalogue.
 */
export const PromptFailure = z.object({
  kind: z.enum(['says', 'never', 'tools', 'noTools', 'good', 'bad', 'error']),
  value: z.string(),
})
export type PromptFailure = z.infer<typeof PromptFailure>

/** Call of a tool in a trial, in which nothing is written or sent. */
export const TrialCall = z.object({
  tool: z.string(),
  /** Arguments and answer as JSON, which is cut if it is long. */
  asked: z.string(),
  answered: z.string(),
  ok: z.boolean(),
})
export type TrialCall = z.infer<typeof TrialCall>

/** One message of a case, and how a version answered it. */
export const PromptTurn = z.object({
  said: z.string(),
  answer: z.string(),
  calls: z.array(TrialCall),
  /** Reason for which it hands over, which may be empty; null if it goes on. */
  handsOver: z.string().nullable(),
})
export type PromptTurn = z.infer<typeof PromptTurn>

/** Run of cases against one version, or two to compare. */
export const PromptRun = z.object({
  id: Id,
  status: z.enum(['running', 'done', 'failed', 'canceled']),
  /** Code of the error catalogue of a run that failed. */
  error: z.string().nullable(),
  versions: z.array(z.object({ id: Id, number: z.number().int() })),
  cases: z.array(z.object({ id: Id, name: z.string() })),
  /** Results so far. */
  results: z.array(z.object({ caseId: Id, versionId: Id, passed: z.boolean() })),
  user: UserRef,
  createdAt: Instant,
})
export type PromptRun = z.infer<typeof PromptRun>

/** Result of one case with one version. */
export const PromptResult = z.object({
  versionId: Id,
  turns: z.array(PromptTurn),
  /** Null until it is played to its end. */
  passed: z.boolean().nullable(),
  why: z.array(PromptFailure),
})
export type PromptResult = z.infer<typeof PromptResult>
