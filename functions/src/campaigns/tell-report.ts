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

/** Maximum bytes of the recipients beside the figures: API Gateway posts 128 KB at most. */
const SHIPPING_BYTES = 90_000

const armFor = (companyId: string, campaignId: string) => (dueAt: number) =>
  enqueueTimer({ type: 'tellReport', companyId, campaignId, dueAt })

/**
 * Publishes a campaign's report, at most twice a second however fast it sends; call after the
 * commit of a change of the campaign or its recipients. Never throws.
 * @param changed the recipients that are new or changed; none when only its figures or its waiting
 * did
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
 * Pending changes of a campaign: keys of changed recipients, some with their rows, or the mark that
 * more changed than are named.
 */
type Word = { keys: Set<string>; many: boolean; rows: Map<string, ShippingRow> }

/**
 * Pending changes by campaign in this process, and the last event: changes of one batch become one
 * event.
 */
const gathered = new Map<string, { word: Word; told: Promise<void> }>()
const last = new Map<string, Promise<void>>()

/**
 * Same as `tellReport`, with the recipients' rows read at publishing: for callers that changed them
 * some time ago, or no longer know which they were (`many`).
 * @param known recipients whose rows are at hand
 */
export async function tellChanges(
  companyId: string,
  campaignId: string,
  keys: Changes,
  known: readonly ShippingRow[] = [],
): Promise<void> {
  const { word, told } = gathered.get(campaignId) ?? gather(companyId, campaignId)
  if (keys === 'many') word.many = true
  else for (const key of keys) word.keys.add(key)
  for (const row of known) if (row.version >= (word.rows.get(row.key)?.version ?? 0)) word.rows.set(row.key, row)
  await told
}

function gather(companyId: string, campaignId: string) {
  const word: Word = { keys: new Set(), many: false, rows: new Map() }
  const told = (last.get(campaignId) ?? Promise.resolve()).then(async () => {
    gathered.delete(campaignId)
    await say(companyId, campaignId, word)
    if (last.get(campaignId) === told) last.delete(campaignId)
  })
  const next = { word, told }
  gathered.set(campaignId, next)
  last.set(campaignId, told)
  return next
}

async function say(companyId: string, campaignId: string, { keys, many, rows }: Word): Promise<void> {
  try {
    const changes = many ? 'many' : [...keys]
    const left = await takeOrLeave({ companyId, campaignId }, changes, Date.now(), armFor(companyId, campaignId))
    if (!left) return
    const news = many ? { ...left, many: true } : { ...left, keys: new Set([...left.keys, ...keys]) }
    await tell(companyId, campaignId, news, rows)
  } catch (error) {
    logger.error('a report was not told', { companyId, campaignId, error: error as Error })
  }
}

/**
 * Publishes the changes since the last event, some time after it. A message that is delivered twice
 * finds nothing the second time.
 */
export async function tellWhatIsLeft(
  { companyId, campaignId }: Extract<Timer, { type: 'tellReport' }>,
  now: number,
): Promise<void> {
  const news = await takeLeft({ companyId, campaignId }, now, armFor(companyId, campaignId))
  if (news) await tell(companyId, campaignId, news, new Map())
}

async function tell(
  companyId: string,
  campaignId: string,
  news: News,
  known: ReadonlyMap<string, ShippingRow>,
): Promise<void> {
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
