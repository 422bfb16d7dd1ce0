/**
 * Interface of a tool of AI agents (decision 0082): an operation that the model may ask for by its
 * name, with parameters that are checked, and an answer in JSON.
 */
import type { PromptTool } from '@balcao/shared/entities/prompt.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import type { z } from 'zod'
import type { PromptRow } from '../../data/automation/prompt.ts'
import type { DraftContent } from '../../data/tickets/draft-row.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import type { ConnectionConfiguration } from '../../messaging/configuration.ts'
import type { BotMessage } from '../bot.ts'

/**
 * State that the tools keep between the replies of a conversation: JSON, each tool its own field.
 */
export type ToolState = { [field: string]: unknown }

/** The cart of a trial, which nothing else sees. */
export type TrialCart = {
  load: () => DraftContent | undefined
  save: (content: DraftContent) => void
}

export type ToolContext = {
  companyId: string
  /** The ticket as it was when the reply began. */
  ticket: TicketRow
  prompt: PromptRow
  configuration: Pick<ConnectionConfiguration, 'settings'>
  /** Store the agent sells in; undefined if there is none, or several and none was chosen. */
  store: Store | undefined
  /** The contact's messages that the model sees, oldest first. */
  said: readonly MessageRow[]
  /** The messages of `said` that this reply answers. */
  saidNow: readonly MessageRow[]
  /** Idempotency key of this call: the same at every attempt, another for every other call. */
  key: string
  /** Number of the reply: consent asked for in one reply counts in a later one only. */
  replyNumber: number
  /** A tool changes it by answering a new one. */
  state: ToolState
  /** A trial: everything is checked and answered, nothing is written or sent. */
  dry: boolean
  trial?: TrialCart
}

/** Answer that the model reads. */
export type ToolAnswer = { ok: true; [field: string]: unknown } | { error: string; message?: string }

export type ToolResult = {
  answer: ToolAnswer
  /** Messages to the contact, sent with the reply before its text, in this order. */
  lines?: BotMessage[]
  state?: ToolState
  /** Ends the reply: hands over to a person for this reason, which may be empty. */
  handOver?: string
}

export type Tool<Parameters extends z.ZodObject = z.ZodObject> = {
  name: string
  /** Switch that offers it; null for a tool of every agent. */
  switch: PromptTool | null
  /** Need of a plan with selling, or of a store too; null for neither. */
  needs: 'sales' | 'store' | null
  /** Description for the model, in Portuguese, as most prompts are. */
  description: string
  parameters: Parameters
  run: (context: ToolContext, parameters: z.infer<Parameters>) => ToolResult | Promise<ToolResult>
}

/** Returns the tool with its parameters checked against `run`. */
export const defineTool = <Parameters extends z.ZodObject>(tool: Tool<Parameters>): Tool => tool as unknown as Tool
