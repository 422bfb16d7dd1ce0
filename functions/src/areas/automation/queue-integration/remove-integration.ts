import { INTEGRATIONS } from '../../../data/automation/queue-integration.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import { detachBot } from '../detach-bot.ts'
import type { Operations } from '../operations.ts'

/**
 * Deletes an integration. Queues and connections lose it at once, its tickets in the background. If
 * a call is cut off in between, the remaining ids refer to nothing and no bot answers; a repeated
 * call removes them.
 */
export const removeIntegration: Operations['queueIntegration']['remove'] = async (
  { companyId, audit },
  { params: { id } },
) => {
  const integration = await getRow(companyId, INTEGRATIONS, id, true)
  if (integration && (await deleteRow(companyId, INTEGRATIONS, integration))) {
    audit({ name: integration.name })
    await enqueueJob({ type: 'removeMachine', companyId, kind: 'integration', id })
    await publishRowDeleted(companyId, 'queueIntegration', id)
  }
  await detachBot(companyId, 'integrationId', id)
}
