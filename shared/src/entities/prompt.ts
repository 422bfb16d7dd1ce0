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
  /** Maximum tokens of an answer. */
  maxTokens: z.number().int(),
  temperature: z.number(),
  /** Number of the ticket's messages sent along, and of answers until a person takes over. */
  maxMessages: z.number().int(),
  /** Queue to which it hands off. */
  queueId: Id,
  queue: QueueRef.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Prompt = z.infer<typeof Prompt>
