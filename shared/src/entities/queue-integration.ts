import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

export const INTEGRATION_TYPES = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const
export const IntegrationType = z.enum(INTEGRATION_TYPES)
export type IntegrationType = z.infer<typeof IntegrationType>

export const INTEGRATION_LANGUAGES = ['pt-BR', 'en', 'es'] as const

/**
 * Integration: a bot of another system in the tickets of a queue or connection (decision 0031). It
 * never contains its secrets.
 */
export const QueueIntegration = z.object({
  id: Id,
  type: IntegrationType,
  name: z.string(),
  /** Dialogflow's project; for other types their name. */
  projectName: z.string(),
  /** True if a service account is stored. */
  hasJsonContent: z.boolean(),
  language: z.enum(INTEGRATION_LANGUAGES),
  /** URL of n8n or a webhook, or of a typebot's API. */
  urlN8N: z.string(),
  /** True if the secret that signs calls of n8n and webhooks was made; it was shown then. */
  hasSecret: z.boolean(),
  /** Milliseconds between two messages. */
  typebotDelayMessage: z.number().int(),
  /** Minutes without an answer of the contact until it starts over; 0 for never. */
  typebotExpires: z.number().int(),
  typebotKeywordFinish: z.string(),
  typebotKeywordRestart: z.string(),
  typebotRestartMessage: z.string(),
  typebotSlug: z.string(),
  typebotUnknownMessage: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type QueueIntegration = z.infer<typeof QueueIntegration>
