import { z } from 'zod'
import { Id, IdParams, Name } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { INTEGRATION_LANGUAGES, IntegrationType, QueueIntegration } from '../../entities/queue-integration.ts'
import { integrationProblem } from '../../rules/integration-problem.ts'
import { codeMessage } from '../../validation/field-message.ts'

const rights = { read: 'admin', change: 'admin', plan: 'useIntegrations' } as const

const Text = z.string().max(4096)
const Keyword = z.string().trim().max(100)
const Project = z
  .string()
  .trim()
  .max(100)
  .regex(/^[^/?#]*$/)
const Json = z.string().max(20_000)
const Language = z.enum(INTEGRATION_LANGUAGES)

const fields = {
  type: IntegrationType,
  name: Name,
  /** Dialogflow's project; for the other types it is their name, whatever is given. */
  projectName: Project.default(''),
  /**
   * Service account; sealed and never answered. If it is left out or empty, the current one stays.
   */
  jsonContent: Json.default(''),
  language: Language.default('pt-BR'),
  urlN8N: z.string().trim().max(2048).default(''),
  typebotDelayMessage: z.number().int().min(0).max(10_000).default(1000),
  typebotExpires: z.number().int().min(0).max(43_200).default(1),
  typebotKeywordFinish: Keyword.default(''),
  typebotKeywordRestart: Keyword.default(''),
  typebotRestartMessage: Text.default(''),
  typebotSlug: z.string().trim().max(200).default(''),
  typebotUnknownMessage: Text.default(''),
}

const rows = rowRoutes({
  ...rights,
  path: '/queueIntegration',
  one: 'an integration',
  audit: 'integration',
  row: QueueIntegration,
  fields,
  missing: 'ERR_NO_INTEGRATION_FOUND',
  refusals: ['ERR_INTEGRATION_NAME_ALREADY_EXISTS', 'ERR_INTEGRATION_ACCOUNT', 'ERR_OUTGOING_URL'],
})

/** Fields of the form; `integrationProblem` checks what its type requires in addition. */
export const IntegrationBody = rows.create.body

const WithSecret = QueueIntegration.extend({
  secret: z
    .string()
    .describe('Secret that signs the events of n8n and webhooks; shown here and never again')
    .optional(),
})

/** Bots of other systems that answer in the tickets of queues and connections (decision 0031). */
export const queueIntegration = {
  ...rowLists({ ...rights, path: '/queueIntegration', field: 'queueIntegrations', row: QueueIntegration }),
  ...rows,
  create: route({
    ...rows.create,
    body: rows.create.body.superRefine((body, context) => {
      const problem = integrationProblem({ ...body, hasJsonContent: body.jsonContent.trim() !== '' })
      if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: codeMessage(problem.code) })
    }),
    response: WithSecret,
  }),
  remove: route({
    ...rows.remove,
    summary: 'Delete an integration, and take it out of the queues, connections and tickets that use it',
    status: 204,
  }),
  replaceSecret: route({
    method: 'POST',
    path: '/queueIntegration/{id}/secret',
    summary:
      'Replace the secret by which the events of n8n or a webhook are signed; the one before signs nothing any more',
    access: 'admin',
    audit: 'integration.replaceSecret',
    plan: 'useIntegrations',
    params: IdParams,
    response: z.object({ secret: z.string() }),
    status: 201,
    errors: ['ERR_NO_INTEGRATION_FOUND', 'ERR_CONFLICT', 'ERR_INTEGRATION_NO_SECRET'],
  }),
  testSession: route({
    method: 'POST',
    path: '/queueIntegration/testSession',
    summary: 'Ask Dialogflow for an answer with a service account as it is being written',
    access: 'admin',
    plan: 'useIntegrations',
    body: z.object({
      projectName: Project,
      jsonContent: Json.default(''),
      language: Language,
      integrationId: Id.describe('Integration whose service account is used when none is given').optional(),
      text: z.string().trim().min(1).max(256).default('Oi'),
    }),
    response: z.object({
      ok: z.boolean(),
      intent: z.string().optional(),
      reply: z.string().optional(),
      error: z.string().describe('Error code of a failure').optional(),
    }),
    errors: ['ERR_NO_INTEGRATION_FOUND', 'ERR_TOO_MANY_REQUESTS'],
  }),
}
