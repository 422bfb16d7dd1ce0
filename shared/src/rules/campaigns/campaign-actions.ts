/**
 * Actions that the status of a campaign allows (decision 0019), for the server and for the screen.
 */
import type { CampaignStatus } from '../../entities/campaign.ts'

/** `scheduledAt` in epoch milliseconds. */
type CampaignSnapshot = { status: CampaignStatus; scheduledAt: number | null }

/** Time (milliseconds) before its start until which a PROGRAMADA campaign can be changed. */
export const EDITABLE_BEFORE_MS = 3_600_000

/**
 * Reason why a campaign cannot be changed as a whole: it starts within the hour, is under way, was
 * stopped (its texts can be changed), or is over. Null: all of it can be changed.
 * `mayChangeConnection` covers its connection.
 */
export type CampaignLock = 'soon' | 'running' | 'canceled' | 'finished' | null

export function campaignLock({ status, scheduledAt }: CampaignSnapshot, now: number): CampaignLock {
  switch (status) {
    case 'INATIVA':
      return null
    case 'PROGRAMADA':
      return scheduledAt !== null && scheduledAt - now > EDITABLE_BEFORE_MS ? null : 'soon'
    case 'EM_ANDAMENTO':
      return 'running'
    case 'CANCELADA':
      return 'canceled'
    case 'FINALIZADA':
      return 'finished'
  }
}

/**
 * Returns whether a campaign may be given another connection: unless it is under way or over, until
 * the moment it starts.
 */
export const mayChangeConnection = (status: CampaignStatus): boolean =>
  status !== 'EM_ANDAMENTO' && status !== 'FINALIZADA'

export const mayDeleteCampaign = (status: CampaignStatus): boolean => status !== 'EM_ANDAMENTO'
export const mayCancelCampaign = (status: CampaignStatus): boolean => status === 'EM_ANDAMENTO'
export const mayRestartCampaign = (status: CampaignStatus): boolean => status === 'CANCELADA'
