import { reportOf } from '../../../campaigns/read-report.ts'
import { requireCampaign } from '../../../data/campaigns/campaign.ts'
import type { Operations } from '../operations.ts'

export const reportCampaign: Operations['campaigns']['report'] = async ({ companyId }, { params: { id } }) =>
  reportOf(await requireCampaign(companyId, id))
