import { languageOf } from '@balcao/shared/rules/language.ts'
import { requireCampaign } from '../../../data/campaigns/campaign.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { NO_LIST_FILE } from '../../../data/jobs/job.ts'
import { beginExport } from '../../begin-export.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that makes the file, in the requester's language. */
export const exportCampaign: Operations['campaigns']['export'] = async (
  { companyId, actor, headers, audit },
  { params: { id }, body },
) => {
  const [campaign, { timezone }] = await Promise.all([requireCampaign(companyId, id), getSettings(companyId)])
  audit({ name: campaign.name })
  return beginExport(companyId, actor.userId, {
    kind: 'campaignExport',
    subject: campaign.name,
    state: {
      campaignId: id,
      shippingState: body.state ?? null,
      format: body.format,
      timezone,
      language: languageOf(headers['accept-language']),
      ...NO_LIST_FILE,
    },
  })
}
