import type { CampaignRow } from '../data/campaigns/campaign.ts'
import type { Write } from '../data/table/transact.ts'
import { timerWrite } from '../data/timers/timer.ts'

/**
 * The writes that arm the start of a campaign, for the transaction that gives it its time; none for one without. A start whose campaign
 * has another time by then, or none, does nothing.
 */
export const startWrites = ({ companyId, id, status, scheduledAt }: CampaignRow): Write[] =>
  status === 'PROGRAMADA' && scheduledAt !== null
    ? [timerWrite({ type: 'startCampaign', companyId, campaignId: id, scheduledAt, dueAt: scheduledAt })]
    : []
