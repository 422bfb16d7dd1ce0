import { AppError } from '@balcao/shared/errors.ts'
import { startWrites } from '../../../campaigns/start-timer.ts'
import * as campaigns from '../../../data/campaigns/campaign.ts'
import { planOf } from '../../../data/company/company.ts'
import { countMonthlyUse } from '../../../data/company/monthly-use.ts'
import { publishCampaign } from '../../../messaging/publish-campaign.ts'
import { fileAlong } from '../../kept-file.ts'
import type { Operations } from '../operations.ts'
import { requireSendable } from './require-sendable.ts'

/**
 * Creates a campaign: with a time it is PROGRAMADA and its start is armed in the same transaction,
 * without one INATIVA. It counts towards this month's limit.
 */
export const createCampaign: Operations['campaigns']['create'] = async ({ companyId }, { body, files }) => {
  const { message6: _, confirmationMessage6: __, ...given } = body
  const scheduledAt = given.scheduledAt === null ? null : Date.parse(given.scheduledAt)
  if (scheduledAt !== null && scheduledAt < Date.now()) throw new AppError('ERR_CAMPAIGN_IN_PAST')
  const status = scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'
  const file = await fileAlong(companyId, files)
  const row = campaigns.newCampaign(companyId, { ...given, status, scheduledAt, media: null, ...file })
  await requireSendable(row)
  const counted = await countMonthlyUse(companyId, 'campaigns', 1, (await planOf(companyId)).campaigns)
  await campaigns.createCampaign(row, [...startWrites(row), counted])
  return publishCampaign(row, 'create')
}
