import type { CampaignRecipient } from '@balcao/shared/entities/campaign.ts'
import { jsonBytes } from '@balcao/shared/events/fit-inbound.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import type { RecipientRow } from '../data/campaigns/campaign-recipient.ts'
import {
  type Changes,
  clearPendingChanges,
  MAX_NAMED_CHANGES,
  type PendingChanges,
  publishNowOrDefer,
  takePendingChanges,
} from '../data/campaigns/pending-report-changes.ts'
import { getRecipients } from '../data/campaigns/recipient-list.ts'
import { toWireRecipient } from '../data/campaigns/recipient-wire.ts'
import { logger } from '../http/logger.ts'
import { enqueueTimer } from '../messaging/enqueue.ts'
import { publish } from '../realtime/publish.ts'
import { readReport, withoutTexts } from './read-report.ts'

/** Maximum bytes of the recipients beside the figures: API Gateway posts 128 KB at most. */
const RECIPIENT_BYTES = 90_000

const armFor = (companyId: string, campaignId: string) => (dueAt: number) =>
  enqueueTimer({ type: 'tellReport', companyId, campaignId, dueAt })

/**
 * Publishes a campaign's report, at most twice a second however fast it sends; call after the
 * commit of a change of the campaign or its recipients. Never throws.
 * @param changed the recipients that are new or changed; none when only its figures or its waiting
 * did
 */
export async function publishCampaignReport(
  companyId: string,
  campaignId: string,
  changed: readonly RecipientRow[],
): Promise<void> {
  await publishRecipientChanges(
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
type ReportChanges = { keys: Set<string>; many: boolean; rows: Map<string, RecipientRow> }

/**
 * Pending changes by campaign in this process, and the last event: changes of one batch become one
 * event.
 */
const gathered = new Map<string, { changes: ReportChanges; published: Promise<void> }>()
const last = new Map<string, Promise<void>>()

/**
 * Same as `publishCampaignReport`, with the recipients' rows read at publishing: for callers that
 * changed them some time ago, or no longer know which they were (`many`).
 * @param known recipients whose rows are at hand
 */
export async function publishRecipientChanges(
  companyId: string,
  campaignId: string,
  keys: Changes,
  known: readonly RecipientRow[] = [],
): Promise<void> {
  const { changes, published } = gathered.get(campaignId) ?? gather(companyId, campaignId)
  if (keys === 'many') changes.many = true
  else for (const key of keys) changes.keys.add(key)
  for (const row of known) if (row.version >= (changes.rows.get(row.key)?.version ?? 0)) changes.rows.set(row.key, row)
  await published
}

function gather(companyId: string, campaignId: string) {
  const changes: ReportChanges = { keys: new Set(), many: false, rows: new Map() }
  const published = (last.get(campaignId) ?? Promise.resolve()).then(async () => {
    gathered.delete(campaignId)
    await publishGathered(companyId, campaignId, changes)
    if (last.get(campaignId) === published) last.delete(campaignId)
  })
  const next = { changes, published }
  gathered.set(campaignId, next)
  last.set(campaignId, published)
  return next
}

async function publishGathered(
  companyId: string,
  campaignId: string,
  { keys, many, rows }: ReportChanges,
): Promise<void> {
  try {
    const changes = many ? 'many' : [...keys]
    const left = await publishNowOrDefer({ companyId, campaignId }, changes, Date.now(), armFor(companyId, campaignId))
    if (!left) return
    const pending = many ? { ...left, many: true } : { ...left, keys: new Set([...left.keys, ...keys]) }
    await publishChanges(companyId, campaignId, pending, rows)
  } catch (error) {
    logger.error('a report was not published', { companyId, campaignId, error: error as Error })
  }
}

/**
 * Publishes the changes since the last event, some time after it. A message that is delivered twice
 * finds nothing the second time.
 */
export async function publishPendingChanges(
  { companyId, campaignId }: Extract<Timer, { type: 'tellReport' }>,
  now: number,
): Promise<void> {
  const pending = await takePendingChanges({ companyId, campaignId }, now, armFor(companyId, campaignId))
  if (pending) await publishChanges(companyId, campaignId, pending, new Map())
}

async function publishChanges(
  companyId: string,
  campaignId: string,
  pending: PendingChanges,
  known: ReadonlyMap<string, RecipientRow>,
): Promise<void> {
  const others = [...pending.keys].filter(key => !known.has(key))
  const tooMany = pending.many || others.length + known.size > MAX_NAMED_CHANGES
  const [report, rows] = await Promise.all([
    readReport(companyId, campaignId),
    tooMany ? [] : getRecipients(companyId, campaignId, others, true),
  ])
  if (report) {
    const recipients = tooMany ? [] : [...known.values(), ...rows].map(toWireRecipient)
    const fits = !tooMany && jsonBytes(recipients) <= RECIPIENT_BYTES
    await publish(companyId, 'campaignReport', {
      action: 'update',
      // Nobody reads them in a report, and they may be larger than an event.
      report: withoutTexts(report),
      shipping: fits ? recipients : ([] as CampaignRecipient[]),
      ...(fits ? {} : { reload: true }),
    })
  }
  await clearPendingChanges({ companyId, campaignId }, pending)
}
