import { isDeepStrictEqual } from 'node:util'
import { VARIANT_NUMBERS } from '@balcao/shared/entities/campaign.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { type CampaignLock, campaignLock } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { startWrites } from '../../../campaigns/start-timer.ts'
import {
  type CampaignChanges,
  type CampaignRow,
  changedCampaign,
  replaceCampaign,
  requireCampaign,
  TEMPLATE_FIELDS,
} from '../../../data/campaigns/campaign.ts'
import { publishCampaign } from '../../../messaging/publish-campaign.ts'
import { fileAlong } from '../../kept-file.ts'
import type { Operations } from '../operations.ts'
import { requireConnection, requireContent, requireSendable } from './require-sendable.ts'

const TEXTS = VARIANT_NUMBERS.flatMap(number => [`message${number}`, `confirmationMessage${number}`])

/** Fields of a campaign that can be changed when it cannot be changed as a whole. */
const CHANGEABLE: Record<NonNullable<CampaignLock>, ReadonlySet<string>> = {
  soon: new Set(['whatsappId']),
  running: new Set(),
  canceled: new Set([...TEXTS, ...TEMPLATE_FIELDS, 'whatsappId']),
  finished: new Set(),
}

type Body = Parameters<Operations['campaigns']['update']>[1]['body']

/** Returns what a body changes of a campaign: a form sends all fields, also unchanged ones. */
function changesOf(before: CampaignRow, { message6: _, confirmationMessage6: __, scheduledAt, ...body }: Body) {
  const given: CampaignChanges = {
    ...body,
    ...(scheduledAt === undefined ? {} : { scheduledAt: scheduledAt === null ? null : Date.parse(scheduledAt) }),
  }
  const entries = Object.entries(given) as [keyof CampaignChanges, unknown][]
  return Object.fromEntries(
    entries.filter(([key, value]) => value !== undefined && !isDeepStrictEqual(value, before[key])),
  ) as CampaignChanges
}

/**
 * Updates a campaign. A new time arms a new start in the same transaction; the old timer finds that
 * it is outdated. For a canceled campaign the texts and the connection can be changed, for
 * recipients who are still to get them; within the last hour before its start, only the connection.
 */
export const updateCampaign: Operations['campaigns']['update'] = async ({ companyId }, { params, body, files }) => {
  const before = await requireCampaign(companyId, params.id)
  const changes = changesOf(before, body)
  const lock = campaignLock(before, Date.now())
  if (lock !== null) {
    const names = Object.keys(changes)
    const changeable = CHANGEABLE[lock]
    if (files.length > 0 || changeable.size === 0 || !names.every(name => changeable.has(name)))
      throw new AppError('ERR_CAMPAIGN_LOCKED')
    const isMoved = changes.whatsappId !== undefined
    const after = changedCampaign(before, { ...changes, ...(isMoved ? { reason: null } : {}) })
    if (isMoved) await requireConnection(after)
    await requireContent(after)
    return publishCampaign(await replaceCampaign(before, after), 'update')
  }
  const { scheduledAt = before.scheduledAt } = changes
  const isMoved = scheduledAt !== before.scheduledAt
  if (isMoved && scheduledAt !== null && scheduledAt < Date.now()) throw new AppError('ERR_CAMPAIGN_IN_PAST')
  const status = scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'
  const after = changedCampaign(before, { ...changes, ...(await fileAlong(companyId, files)), status })
  await requireSendable(after)
  return publishCampaign(await replaceCampaign(before, after, isMoved ? startWrites(after) : []), 'update')
}
