import type { FieldProblem } from '@balcao/shared/errors.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { integrationProblem } from '@balcao/shared/rules/integration-problem.ts'
import {
  INTEGRATIONS,
  type IntegrationRow,
  sealSecret,
  showIntegration,
} from '../../../data/automation/queue-integration.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { publishBotName } from '../publish-bot-name.ts'
import { requireReach } from './require-reach.ts'

/**
 * Updates an integration. A service account that is not given stays as it is, and the type never
 * changes, since the encrypted secret belongs to it.
 */
export const updateIntegration: Operations['queueIntegration']['update'] = async ({ companyId }, { params, body }) => {
  const before = await requireRow(companyId, INTEGRATIONS, params.id, true)
  const { jsonContent = '', type = before.type, ...fields } = body
  if (type !== before.type) throw refusal({ path: 'type', code: 'unchangeable' })
  const isNew = type === 'dialogflow' && jsonContent.trim() !== ''
  const after: IntegrationRow = {
    ...before,
    ...definedFields(fields),
    ...(isNew ? { jsonContent: sealSecret(companyId, 'jsonContent', jsonContent.trim()) } : {}),
  }
  if (type !== 'dialogflow') after.projectName = after.name
  const problem = integrationProblem({ ...after, hasJsonContent: after.jsonContent !== '' })
  if (problem) throw refusal(problem)
  requireReach({ type, urlN8N: after.urlN8N, jsonContent: isNew ? jsonContent : '' })
  const { id: _, createdAt: __, updatedAt: ___, ...changes } = after
  const row = showIntegration(await changeRow(companyId, INTEGRATIONS, before, changes))
  await publishRow(companyId, 'queueIntegration', 'update', row)
  if (row.name !== before.name) await publishBotName(companyId, 'integrationId', row.id)
  return row
}

const refusal = (problem: FieldProblem) => new AppError('ERR_VALIDATION', { details: [problem] })
