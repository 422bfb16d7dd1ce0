import { VARIANT_NUMBERS } from '@balcao/shared/entities/campaign.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { campaignLock } from '@balcao/shared/rules/campaign-state.ts'
import { startWrites } from '../../../campaigns/start-timer.ts'
import {
  type CampaignChanges,
  type CampaignRow,
  changedCampaign,
  replaceCampaign,
  requireCampaign,
} from '../../../data/campaigns/campaign.ts'
import { tellCampaign } from '../../../messaging/tell-campaign.ts'
import type { Operations } from '../operations.ts'
import { requireSendable, requireTexts } from './require-sendable.ts'

const TEXTS: ReadonlySet<string> = new Set(
  VARIANT_NUMBERS.flatMap(number => [`message${number}`, `confirmationMessage${number}`]),
)

type Body = Parameters<Operations['campaigns']['update']>[1]['body']

/** What a body changes of a campaign: a form sends all of it, also what stays. */
function changesOf(before: CampaignRow, { message6: _, confirmationMessage6: __, scheduledAt, ...body }: Body) {
  const given: CampaignChanges = {
    ...body,
    ...(scheduledAt === undefined ? {} : { scheduledAt: scheduledAt === null ? null : Date.parse(scheduledAt) }),
  }
  const entries = Object.entries(given) as [keyof CampaignChanges, unknown][]
  return Object.fromEntries(
    entries.filter(([key, value]) => value !== undefined && value !== before[key]),
  ) as CampaignChanges
}

/**
 * Another time arms another start in the same transaction; the old one finds that it is not meant. Of a campaign that was stopped
 * the texts alone change, for those who are still to get them.
 */
export const updateCampaign: Operations['campaigns']['update'] = async ({ companyId }, { params, body }) => {
  const before = await requireCampaign(companyId, params.id)
  const changes = changesOf(before, body)
  const lock = campaignLock(before, Date.now())
  const isTextsOnly = lock === 'canceled' && Object.keys(changes).every(key => TEXTS.has(key))
  if (lock !== null && !isTextsOnly) throw new AppError('ERR_CAMPAIGN_LOCKED')
  if (isTextsOnly) {
    const after = changedCampaign(before, changes)
    requireTexts(after)
    return tellCampaign(await replaceCampaign(before, after), 'update')
  }
  const { scheduledAt = before.scheduledAt } = changes
  const isMoved = scheduledAt !== before.scheduledAt
  if (isMoved && scheduledAt !== null && scheduledAt < Date.now()) throw new AppError('ERR_CAMPAIGN_IN_PAST')
  const status = scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'
  const after = changedCampaign(before, { ...changes, status })
  await requireSendable(after)
  return tellCampaign(await replaceCampaign(before, after, isMoved ? startWrites(after) : []), 'update')
}
