import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

export const INTEGRATION_TYPES = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const
export const IntegrationType = z.enum(INTEGRATION_TYPES)
export type IntegrationType = z.infer<typeof IntegrationType>

export const INTEGRATION_LANGUAGES = ['pt-BR', 'en', 'es'] as const

/**
 * Bot of another system in a queue's or connection's tickets (decision 0031). Secrets are never
 * part of it.
 */
export const QueueIntegration = z.object({
  id: Id,
  type: IntegrationType,
  name: z.string(),
  /** Dialogflow's project; of the others their name. */
  projectName: z.string(),
  /** A service account is stored. */
  hasJsonContent: z.boolean(),
  language: z.enum(INTEGRATION_LANGUAGES),
  /** Where n8n and a webhook are called, and where a typebot's API is. */
  urlN8N: z.string(),
  /** The secret by which calls of n8n and webhooks are signed was made; it was shown then. */
  hasSecret: z.boolean(),
  /** Milliseconds between two messages. */
  typebotDelayMessage: z.number().int(),
  /** Minutes without an answer of the contact until it begins anew; 0 never. */
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
