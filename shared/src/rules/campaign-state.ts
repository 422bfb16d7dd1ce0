/**
 * Actions that the state of a campaign allows (decision 0019), for the server and for the screen.
 */
import type { CampaignStatus } from '../entities/campaign.ts'

/** Epoch milliseconds. */
type Standing = { status: CampaignStatus; scheduledAt: number | null }

/** A PROGRAMADA campaign is changed until so long before it starts. */
export const EDITABLE_BEFORE_MS = 3_600_000

/**
 * Why a campaign cannot be changed as a whole: it starts within the hour, it is under way, it was stopped (its texts can be), or it is
 * over. Null: all of it can. `mayChangeConnection` says whether its connection can.
 */
export type CampaignLock = 'soon' | 'running' | 'canceled' | 'finished' | null

export function campaignLock({ status, scheduledAt }: Standing, now: number): CampaignLock {
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

/** A campaign that is neither under way nor over may be given another connection, until the moment it starts. */
export const mayChangeConnection = (status: CampaignStatus): boolean =>
  status !== 'EM_ANDAMENTO' && status !== 'FINALIZADA'

export const mayDeleteCampaign = (status: CampaignStatus): boolean => status !== 'EM_ANDAMENTO'
export const mayCancelCampaign = (status: CampaignStatus): boolean => status === 'EM_ANDAMENTO'
export const mayRestartCampaign = (status: CampaignStatus): boolean => status === 'CANCELADA'
