import { AppError } from '@balcao/shared/errors.ts'
import { INTEGRATIONS, isDelivered, sealSecret, showIntegration } from '../../../data/automation/queue-integration.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { newSigningSecret } from '../../../webhook-deliveries/signature.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import type { Operations } from '../operations.ts'

/** Replaces an integration's secret. Events still waiting are signed with the new one. */
export const replaceIntegrationSecret: Operations['queueIntegration']['replaceSecret'] = async (
  { companyId, actor, audit },
  { params },
) => {
  refuseSupport(actor)
  const before = await requireRow(companyId, INTEGRATIONS, params.id, true)
  if (!isDelivered(before.type)) throw new AppError('ERR_INTEGRATION_NO_SECRET')
  const secret = newSigningSecret('insec')
  const row = await changeRow(companyId, INTEGRATIONS, before, { secret: sealSecret(companyId, 'secret', secret) })
  await publishRow(companyId, 'queueIntegration', 'update', showIntegration(row))
  audit({ name: before.name })
  return { secret }
}
