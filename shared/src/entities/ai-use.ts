import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

/** Price of a model, in millionths of the table's currency per million tokens. */
export const AiPrice = z.object({
  /** Name of the model as the API takes it, or `*` for every model without a price of its own. */
  model: z.string(),
  input: z.number().int(),
  output: z.number().int(),
})
export type AiPrice = z.infer<typeof AiPrice>

/** The operator's prices of AI models. */
export const AiPrices = z.object({
  /** Currency code (ISO 4217). */
  currency: z.string(),
  prices: z.array(AiPrice),
})
export type AiPrices = z.infer<typeof AiPrices>

/** Spender of tokens: an agent, an attendant (copilot, trials), or the knowledge. */
export const AI_USERS = ['prompt', 'user', 'knowledge'] as const
export const AiUser = z.enum(AI_USERS)
export type AiUser = z.infer<typeof AiUser>

/** Use of a day by one of them. */
export const AiUseDay = z.object({
  /** Day `yyyy-mm-dd` in the company's zone. */
  day: z.string(),
  kind: AiUser,
  id: z.string(),
  /** Name at the last use of that day. */
  name: z.string(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** Calls of models, and of tools. */
  calls: z.number().int(),
  toolCalls: z.number().int(),
  /** Cost in millionths of the currency, without the tokens that have no price. */
  cost: z.number().int(),
  /** Tokens of models without a price. */
  unpriced: z.number().int(),
})
export type AiUseDay = z.infer<typeof AiUseDay>

/** AI settings of a company. It never contains the key. */
export const AiSettings = z.object({
  hasApiKey: z.boolean(),
  /** Models of the copilot and of the knowledge; empty for the installation's. */
  copilotModel: z.string(),
  embeddingModel: z.string(),
  /**
   * Most that AI may cost in a month, in the currency of the operator's prices; null for no limit.
   */
  monthlyCap: z.number().nullable(),
  /** Cost of this month in that currency, and the tokens that have no price. */
  cost: z.number(),
  unpriced: z.number().int(),
  currency: z.string(),
})
export type AiSettings = z.infer<typeof AiSettings>

/** Call of a tool by an AI agent, as the conversation shows it. */
export const BotCall = z.object({
  id: Id,
  ticketId: Id,
  promptId: Id,
  promptName: z.string(),
  /** The reply it was made for: calls of one reply stand together. */
  replyId: z.string(),
  /** Newest message of the contact that the reply answers. */
  messageId: Id,
  tool: z.string(),
  /** Arguments and answer, JSON texts that may be cut. */
  asked: z.string(),
  answered: z.string(),
  ok: z.boolean(),
  ms: z.number().int(),
  tokens: z.number().int(),
  /** Cost in millionths of the operator's currency; null without a price. */
  cost: z.number().int().nullable(),
  createdAt: Instant,
})
export type BotCall = z.infer<typeof BotCall>
