import type { CampaignRow } from '../data/campaigns/campaign.ts'
import type { Write } from '../data/table/transact.ts'
import { timerWrite } from '../data/timers/timer.ts'

/**
 * Returns the writes that arm a campaign's start, for the transaction that makes it PROGRAMADA or
 * gives it another time. A timer of an earlier time does nothing, so none needs to be removed.
 */
export const startWrites = ({ companyId, id, status, scheduledAt }: CampaignRow): Write[] =>
  status === 'PROGRAMADA' && scheduledAt !== null
    ? [timerWrite({ type: 'startCampaign', companyId, campaignId: id, scheduledAt, dueAt: scheduledAt })]
    : []
