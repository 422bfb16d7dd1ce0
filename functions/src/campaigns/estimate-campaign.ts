/** Estimates what a campaign would cost and how long it would take, before it starts. */
import type { CampaignCost, CampaignEstimate } from '@balcao/shared/entities/campaign.ts'
import { PriceCategory } from '@balcao/shared/events/queues.ts'
import { callingCodeOf } from '@balcao/shared/rules/calling-code.ts'
import { estimateEnd, perMinuteOf } from '@balcao/shared/rules/campaigns/estimate.ts'
import { costOf, type MessageCount } from '@balcao/shared/rules/message-cost.ts'
import { recipientKey } from '../data/campaigns/campaign-recipient.ts'
import { optedOutAmong } from '../data/campaigns/opt-out-row.ts'
import { getSendQueue } from '../data/campaigns/send-queue-row.ts'
import type { TemplateRow } from '../data/channels/template.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { messagePrices } from '../data/company/message-price.ts'
import { audiencePage } from './audience.ts'
import type { CampaignTemplates } from './campaign-templates.ts'
import { sentTodayOf } from './read-report.ts'
import { readSendContext } from './send-context.ts'

/** People whose countries are counted; those of more are taken to be alike. */
const SAMPLE = 1000

/** Start in epoch ms, null for now; and whether a confirmation goes before the message. */
type Plan = { startsAt: number | null; asksFirst: boolean }
type Audience = { companyId: string; contactListId: string | null; tagListId: string | null }

/**
 * Returns the estimate. Costs one read unit for every four people, a thousand at most.
 * @param count rows of the audience
 */
export async function estimateCampaign(
  audience: Audience,
  count: number,
  connection: WhatsappRow,
  templates: CampaignTemplates,
  { startsAt, asksFirst }: Plan,
): Promise<CampaignEstimate> {
  const { companyId } = audience
  const now = Date.now()
  const [sample, context, sendQueue, table] = await Promise.all([
    sampleOf(audience),
    readSendContext(companyId, connection.id),
    getSendQueue(companyId, connection.id),
    messagePrices(),
  ])
  const whole = sample.isWhole || sample.seen === 0
  const recipients = whole ? sample.numbers.length : Math.round((count * sample.numbers.length) / sample.seen)
  const countries = sharesOf(sample.numbers, recipients)
  const price = (template: TemplateRow | undefined): CampaignCost | null =>
    template ? costOf(table, inCategory(countries, template)) : null
  const { settings, timeZone, since, tier } = context
  const from = Math.max(now, startsAt ?? 0, sendQueue.readyAt)
  const end = estimateEnd({
    ...{ settings, timeZone, since, tier },
    left: recipients * (asksFirst ? 2 : 1),
    sentToday: sentTodayOf(sendQueue, context, from),
    from,
  })
  return {
    recipients,
    isSampled: !whole,
    message: price(templates.message),
    confirmation: price(templates.confirmation),
    perMinute: perMinuteOf(settings),
    perDay: tier ?? null,
    end: end === null ? null : new Date(end).toISOString(),
  }
}

type Sample = { numbers: string[]; seen: number; isWhole: boolean }

/** Reads the first people of an audience, without those who are known to get nothing. */
async function sampleOf({ companyId, contactListId, tagListId }: Audience): Promise<Sample> {
  const numbers = new Map<string, string>()
  let seen = 0
  let next: string | null = null
  do {
    const page = await audiencePage({ companyId, contactListId, tagListId }, next)
    const people = page.people.filter(({ isValid }) => isValid !== false)
    const optedOut = await optedOutAmong(companyId, people.map(recipientKey))
    for (const person of people)
      if (!optedOut.has(recipientKey(person))) numbers.set(recipientKey(person), person.number)
    seen += page.people.length
    next = page.next
  } while (next !== null && seen < SAMPLE)
  return { numbers: [...numbers.values()], seen, isWhole: next === null }
}

type Share = { country: string; count: number }

/** Returns the people by country, as a whole number of them; the largest country takes the rest. */
function sharesOf(numbers: readonly string[], recipients: number): Share[] {
  const counts = new Map<string, number>()
  for (const number of numbers) {
    const country = callingCodeOf(number)
    counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  const shares = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([country, count]) => ({ country, count: Math.floor((recipients * count) / numbers.length) }))
  const rest = recipients - shares.reduce((sum, { count }) => sum + count, 0)
  if (shares[0]) shares[0].count += rest
  return shares.filter(({ count }) => count > 0)
}

const inCategory = (shares: readonly Share[], { category }: TemplateRow): MessageCount[] =>
  shares.map(share => ({ ...share, category: PriceCategory.parse(category.toLowerCase()) }))
