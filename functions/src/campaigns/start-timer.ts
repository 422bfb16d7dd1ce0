import type { CampaignRow } from '../data/campaigns/campaign.ts'
import type { Write } from '../data/table/transact.ts'
import { timerWrite } from '../data/timers/timer.ts'

/**
 * The writes by which a campaign starts at its time, for the transaction that makes it PROGRAMADA or gives it another time. A timer
 * of a time that is no longer the campaign's does nothing, so nothing needs to be taken back.
 */
export const startWrites = ({ companyId, id, status, scheduledAt }: CampaignRow): Write[] =>
  status === 'PROGRAMADA' && scheduledAt !== null
    ? [timerWrite({ type: 'startCampaign', companyId, campaignId: id, scheduledAt, dueAt: scheduledAt })]
    : []
