import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { QueueRef } from './queue.ts'

/**
 * Voices: `texto` answers in writing; the others are Azure's neural voices for Brazilian
 * Portuguese.
 */
export const VOICES = [
  'texto',
  'pt-BR-FranciscaNeural',
  'pt-BR-AntonioNeural',
  'pt-BR-BrendaNeural',
  'pt-BR-DonatoNeural',
  'pt-BR-ElzaNeural',
  'pt-BR-FabioNeural',
  'pt-BR-GiovannaNeural',
  'pt-BR-HumbertoNeural',
  'pt-BR-JulioNeural',
  'pt-BR-LeilaNeural',
  'pt-BR-LeticiaNeural',
  'pt-BR-ManuelaNeural',
  'pt-BR-NicolauNeural',
  'pt-BR-ThalitaNeural',
  'pt-BR-ValerioNeural',
  'pt-BR-YaraNeural',
] as const
export const Voice = z.enum(VOICES)
export type Voice = z.infer<typeof Voice>

/** Tools that an AI agent may be given (decision 0082); handing over is always among them. */
export const PROMPT_TOOLS = [
  'catalogue',
  'pictures',
  'cart',
  'delivery',
  'coupon',
  'customer',
  'orderStatus',
  'callback',
  'tag',
] as const
export type PromptTool = (typeof PROMPT_TOOLS)[number]
export const PromptTools = z.record(z.enum(PROMPT_TOOLS), z.boolean())
export type PromptTools = z.infer<typeof PromptTools>

/** Tools of an agent that was given none. */
export const NO_TOOLS = Object.fromEntries(PROMPT_TOOLS.map(name => [name, false])) as PromptTools

/** Times at which an agent answers, by the working hours; a person has the ticket at others. */
export const PROMPT_HOURS = ['always', 'open', 'closed'] as const
export const PromptHours = z.enum(PROMPT_HOURS)
export type PromptHours = z.infer<typeof PromptHours>

/**
 * Prompt: an AI agent in the tickets of a queue or connection (decision 0030). It never contains
 * its keys.
 */
export const Prompt = z.object({
  id: Id,
  name: z.string(),
  prompt: z.string(),
  hasApiKey: z.boolean(),
  /** Model; empty for the installation's. */
  model: z.string(),
  voice: Voice,
  hasVoiceKey: z.boolean(),
  /** Azure's region, `^[a-z0-9]+$`, or empty. */
  voiceRegion: z.string(),
  /** Maximum tokens of an answer; with tools at least 400, since a call that is cut off is none. */
  maxTokens: z.number().int(),
  temperature: z.number(),
  /** Number of the ticket's messages sent along, and of answers until a person takes over. */
  maxMessages: z.number().int(),
  /** Queue to which it hands off. */
  queueId: Id,
  queue: QueueRef.nullable(),
  tools: PromptTools,
  /** Makes orders itself; off, it hands the draft to a person. */
  mayFinishOrders: z.boolean(),
  /** Largest order it makes itself, in reais; null for any. */
  finishLimit: z.number().nullable(),
  /** Store it sells in; null for the only active one. */
  storeId: Id.nullable(),
  /** Answers from the company's knowledge too. */
  knowledge: z.boolean(),
  hours: PromptHours,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Prompt = z.infer<typeof Prompt>
