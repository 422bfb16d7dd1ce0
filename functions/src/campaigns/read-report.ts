/** Reads a campaign's report from its figures, never from its recipients. */
import type { CampaignReport } from '@balcao/shared/entities/campaign.ts'
import { VARIANT_NUMBERS } from '@balcao/shared/entities/campaign.ts'
import { estimateEnd, perMinuteOf } from '@balcao/shared/rules/campaigns/estimate.ts'
import { progressPercent, validAmong } from '@balcao/shared/rules/campaigns/progress.ts'
import { waitReason } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { startedSince } from '@balcao/shared/rules/campaigns/started-people.ts'
import { costOf } from '@balcao/shared/rules/message-cost.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { type CampaignRow, getCampaign } from '../data/campaigns/campaign.ts'
import { campaignCostsOf } from '../data/campaigns/campaign-cost.ts'
import { type Progress, progressOf } from '../data/campaigns/campaign-recipient.ts'
import { toWireCampaign } from '../data/campaigns/campaign-wire.ts'
import { getSendQueue, type SendQueueRow } from '../data/campaigns/send-queue-row.ts'
import { messagePrices } from '../data/company/message-price.ts'
import { readSendContext, type SendContext } from './send-context.ts'

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Returns the number of messages still to be sent; how many recipients will confirm is unknown. */
const leftOf = ({ counts }: Progress): number => counts.waiting + counts.confirmed

type Outlook = Pick<CampaignReport, 'perMinute' | 'estimatedEnd' | 'wait' | 'waitUntil'>

const NO_OUTLOOK: Outlook = { perMinute: null, estimatedEnd: null, wait: null, waitUntil: null }

/** Returns the campaign's outlook: what it waits for now, and when its last message is sent. */
async function outlookOf(campaign: CampaignRow, progress: Progress, now: number): Promise<Outlook> {
  const { companyId, id, status, whatsappId } = campaign
  const left = leftOf(progress)
  if (status !== 'EM_ANDAMENTO' || !whatsappId || (progress.planned && left === 0)) return NO_OUTLOOK
  const [sendQueue, context] = await Promise.all([
    getSendQueue(companyId, whatsappId),
    readSendContext(companyId, whatsappId),
  ])
  const { settings, timeZone, since, tier } = context
  const why = waitReason(sendQueue, { ...context, now })
  const standing = { wait: why?.wait ?? null, waitUntil: instant(why?.until ?? null) }
  const perMinute = why ? null : perMinuteOf(settings)
  if (!progress.planned || (why && why.until === null)) return { ...NO_OUTLOOK, ...standing, perMinute }
  // The other campaigns of the connection take turns with this one until it ends.
  const others = await Promise.all(
    sendQueue.campaigns.filter(other => other !== id).map(other => progressOf(companyId, other)),
  )
  const before = others.reduce((sum, other) => sum + Math.min(left, leftOf(other)), 0)
  const end = estimateEnd({
    settings,
    timeZone,
    since,
    tier,
    left: left + before,
    sentToday: sentTodayOf(sendQueue, context, now),
    from: Math.max(now, sendQueue.readyAt),
  })
  return { ...standing, perMinute, estimatedEnd: instant(end) }
}

/** Returns what counts towards the connection's daily limit already. */
export const sentTodayOf = (
  sendQueue: SendQueueRow,
  { timeZone, tier, startedElsewhere = [] }: Pick<SendContext, 'timeZone' | 'tier' | 'startedElsewhere'>,
  now: number,
): number =>
  tier !== undefined
    ? startedSince([...sendQueue.started, ...startedElsewhere], now)
    : sendQueue.day === localDay(now, timeZone)
      ? sendQueue.sentToday
      : 0

/**
 * Returns what was billed for the campaign's messages; null for one of texts, which costs nothing.
 */
async function costSoFar({ companyId, id, templateId }: CampaignRow): Promise<CampaignReport['cost']> {
  if (templateId === null) return null
  const [counts, table] = await Promise.all([campaignCostsOf(companyId, id), messagePrices()])
  return costOf(table, counts)
}

/**
 * Returns the current report of a campaign. Costs some five read units, a few more while it is
 * being sent.
 */
export async function reportOf(campaign: CampaignRow): Promise<CampaignReport> {
  // Taken first: any change from here on makes a later report.
  const now = Date.now()
  const progress = await progressOf(campaign.companyId, campaign.id, true)
  const [shown, outlook, cost] = await Promise.all([
    toWireCampaign(campaign),
    outlookOf(campaign, progress, now),
    costSoFar(campaign),
  ])
  const { counts, arrived, planned } = progress
  const valid = validAmong(counts)
  return {
    campaign: shown,
    planned,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    valid,
    delivered: arrived,
    counts,
    progress: progressPercent(arrived, valid),
    ...outlook,
    cost,
    updatedAt: new Date(Math.max(now, campaign.updatedAt)).toISOString(),
  }
}

/** Same as `reportOf`; undefined when the campaign was deleted. */
export async function readReport(companyId: string, campaignId: string): Promise<CampaignReport | undefined> {
  const campaign = await getCampaign(companyId, campaignId, true)
  return campaign && reportOf(campaign)
}

const NO_TEXTS = Object.fromEntries(
  VARIANT_NUMBERS.flatMap(number => [
    [`message${number}`, ''],
    [`confirmationMessage${number}`, ''],
  ]),
) as Partial<CampaignReport['campaign']>

/** Returns the report without its campaign's texts, which together may be larger than an event. */
export const withoutTexts = (report: CampaignReport): CampaignReport => ({
  ...report,
  campaign: { ...report.campaign, ...NO_TEXTS },
})
