import type { Shipping } from '@balcao/shared/entities/campaign.ts'
import { jsonBytes } from '@balcao/shared/events/fit-inbound.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import {
  type Changes,
  forgetNews,
  MOST_NAMED,
  type News,
  takeLeft,
  takeOrLeave,
} from '../data/campaigns/report-news.ts'
import type { ShippingRow } from '../data/campaigns/shipping.ts'
import { getShippings } from '../data/campaigns/shipping-list.ts'
import { toWireShipping } from '../data/campaigns/shipping-wire.ts'
import { logger } from '../http/logger.ts'
import { enqueueTimer } from '../messaging/enqueue.ts'
import { publish } from '../realtime/publish.ts'
import { readReport, withoutTexts } from './read-report.ts'

/** API Gateway posts 128 KB at most; this is left to the contacts beside the figures. */
const SHIPPING_BYTES = 90_000

const armFor = (companyId: string, campaignId: string) => (dueAt: number) =>
  enqueueTimer({ type: 'tellReport', companyId, campaignId, dueAt })

/**
 * Called after the commit of whatever moved a campaign or contacts of it: whoever looks at its report sees it, at most twice a second
 * however fast it sends. Never throws.
 * @param changed the contacts that are new or changed; none when only its figures or its waiting did
 */
export async function tellReport(
  companyId: string,
  campaignId: string,
  changed: readonly ShippingRow[],
): Promise<void> {
  await tellChanges(
    companyId,
    campaignId,
    changed.map(({ key }) => key),
    changed,
  )
}

/**
 * As `tellReport`, of contacts that are told as they are by then: for who changed them some time ago, or does not know any more which they
 * were (`many`).
 * @param known those whose rows are at hand
 */
export async function tellChanges(
  companyId: string,
  campaignId: string,
  keys: Changes,
  known: readonly ShippingRow[] = [],
): Promise<void> {
  try {
    const left = await takeOrLeave({ companyId, campaignId }, keys, Date.now(), armFor(companyId, campaignId))
    if (!left) return
    const news = keys === 'many' ? { ...left, many: true } : { ...left, keys: new Set([...left.keys, ...keys]) }
    await tell(companyId, campaignId, news, known)
  } catch (error) {
    logger.error('a report was not told', { companyId, campaignId, error: error as Error })
  }
}

/** Some time after something was told: tells what changed since. A message that comes twice finds nothing the second time. */
export async function tellWhatIsLeft(
  { companyId, campaignId }: Extract<Timer, { type: 'tellReport' }>,
  now: number,
): Promise<void> {
  const news = await takeLeft({ companyId, campaignId }, now, armFor(companyId, campaignId))
  if (news) await tell(companyId, campaignId, news, [])
}

async function tell(companyId: string, campaignId: string, news: News, changed: readonly ShippingRow[]): Promise<void> {
  const known = new Map(changed.map(row => [row.key, row]))
  const others = [...news.keys].filter(key => !known.has(key))
  const tooMany = news.many || others.length + known.size > MOST_NAMED
  const [report, rows] = await Promise.all([
    readReport(companyId, campaignId),
    tooMany ? [] : getShippings(companyId, campaignId, others, true),
  ])
  if (report) {
    const shipping = tooMany ? [] : [...known.values(), ...rows].map(toWireShipping)
    const fits = !tooMany && jsonBytes(shipping) <= SHIPPING_BYTES
    await publish(companyId, 'campaignReport', {
      action: 'update',
      // Nobody reads them in a report, and they may be larger than an event.
      report: withoutTexts(report),
      shipping: fits ? shipping : ([] as Shipping[]),
      ...(fits ? {} : { reload: true }),
    })
  }
  await forgetNews({ companyId, campaignId }, news)
}
