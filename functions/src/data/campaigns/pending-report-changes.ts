/**
 * Changes of a campaign's report that are not published yet: one row per campaign, shared by all
 * processes. It holds the time of the last publication and, per interval, an attribute with the
 * keys of the recipients that changed in it. A process that finds the last publication long enough
 * ago claims the next one by a conditional write. Every other process adds its keys to the row; the
 * first to do so in an interval sends a delayed message for the interval's end beforehand. Changes
 * are removed from the row only once published, so they survive a process that ends in between.
 */
import { z } from 'zod'
import { type Change, defineRow, type RowOf } from '../table/define-row.ts'
import { existingRow, isRefused, isWritten } from '../table/refused.ts'
import { exchangeOne } from '../table/single-write.ts'

/**
 * Milliseconds between two publications of a campaign. That is half the promised maximum of two per
 * second, so that neither a slow process nor an inexact clock leads to three.
 */
export const REPORT_GAP_MS = 1000

/**
 * Maximum number of recipients named in one event; if more change, browsers reload those they show.
 */
export const MAX_NAMED_CHANGES = 200

/**
 * Lifetime of the row in seconds: longer than a campaign rests before it continues. What the row
 * holds then was published.
 */
const KEPT_SECONDS = 7 * 86_400

type Campaign = { companyId: string; campaignId: string }

/** Changes left to be published. */
export type PendingChanges = {
  keys: ReadonlySet<string>
  /** True if more recipients changed than are named. */
  many: boolean
  /** Attributes of the row that hold the changes, for `clearPendingChanges`. */
  places: readonly string[]
}

/**
 * Outcome of a claim: the caller publishes now, or not before an interval after `told`. `armed` is
 * true if a message is on its way for that time.
 */
type PublicationClaim =
  | { mine: true; pending: PendingChanges }
  | { mine: false; publishedAt: number; armed: boolean; pending: PendingChanges }

/**
 * Besides these attributes a row has some per interval, named by its `told`: `keys<told>` (a set),
 * `many<told>` (more changes than are kept) and `figures<told>` (only the figures changed).
 */
const PENDING_CHANGES = defineRow({
  kind: 'campaignNews',
  key: { pk: '${companyId}#campaign-news#${campaignId}', sk: 'news' },
  content: z.object({
    companyId: z.string(),
    campaignId: z.string(),
    /** Time (epoch ms) of the last publication. */
    told: z.number().optional(),
    /** `told` of the interval for which a message is on its way. */
    armed: z.number().optional(),
    /** Epoch seconds. */
    expiresAt: z.number().optional(),
  }),
  keyOnly: ['companyId', 'campaignId'],
  unmarked: true,
  open: true,
})
type Item = Record<string, unknown>

const pendingChangesOf = (item: Item): PendingChanges => {
  const places = Object.keys(item).filter(name => /^(keys|many|figures)\d+$/.test(name))
  return {
    keys: new Set(places.flatMap(name => (item[name] instanceof Set ? [...(item[name] as Set<string>)] : []))),
    many: places.some(name => name.startsWith('many')),
    places,
  }
}

/** Changes the row and returns it as it was. */
const exchange = (campaign: Campaign, change: Change<RowOf<typeof PENDING_CHANGES>>): Promise<Item> =>
  exchangeOne(PENDING_CHANGES.upsert(campaign, change))

/**
 * Claims the publication at `now` (epoch ms) and returns the pending changes, which stay in the row
 * until `clearPendingChanges`. Costs one write unit per KB of pending changes, also if the claim
 * fails.
 */
async function claimPublication(campaign: Campaign, now: number): Promise<PublicationClaim> {
  try {
    const before = await exchange(campaign, {
      set: { told: now, expiresAt: Math.ceil(now / 1000) + KEPT_SECONDS },
      when: is => [is.any(is.absent('told'), is.atMost('told', now - REPORT_GAP_MS))],
    })
    return { mine: true, pending: pendingChangesOf(before) }
  } catch (error) {
    if (!isRefused(error)) throw error
    const item = existingRow(error) ?? {}
    const publishedAt = Number(item.told)
    return { mine: false, publishedAt, armed: item.armed === publishedAt, pending: pendingChangesOf(item) }
  }
}

/** Keys of changed recipients; `many` if there are more than are named. */
export type Changes = readonly string[] | 'many'

/**
 * Adds keys to the pending changes. Returns false if a publication happened since the claim: then
 * the caller has to claim again.
 */
async function deferChanges(
  campaign: Campaign,
  publishedAt: number,
  known: PendingChanges,
  keys: Changes,
): Promise<boolean> {
  const many = keys === 'many' || known.keys.size + keys.length > MAX_NAMED_CHANGES
  const kind = keys.length === 0 ? 'figures' : many ? 'many' : 'keys'
  const place = `${kind}${publishedAt}`
  const left: object = kind === 'keys' ? { add: { [place]: new Set(keys) } } : {}
  const set = { armed: publishedAt, ...(kind === 'keys' ? {} : { [place]: true }) }
  return isWritten(exchange(campaign, { ...left, set, when: is => [is.equal('told', publishedAt)] }))
}

/** Sends a message delivered at `dueAt` (epoch ms), whose handler calls `takePendingChanges`. */
type Arm = (dueAt: number) => Promise<void>

/**
 * Number of attempts: each further one begins with another process' publication, an interval after
 * the previous one.
 */
const ROUNDS = 5

/**
 * Records recipients that changed at `now` (epoch ms). Returns the changes to publish at once, or
 * undefined if they were left for later. Costs one write if it publishes, two if it defers, one if
 * nothing has to be added.
 */
export async function publishNowOrDefer(
  campaign: Campaign,
  keys: Changes,
  now: number,
  arm: Arm,
): Promise<PendingChanges | undefined> {
  for (let round = 0; round < ROUNDS; round++) {
    const claim = await claimPublication(campaign, now)
    if (claim.mine) return claim.pending
    const { publishedAt, armed, pending } = claim
    if (armed && (pending.many || keys.length === 0)) return undefined
    // The message is sent before the keys are added: a process that ends in between leaves no keys
    // without a message.
    if (!armed) await arm(publishedAt + REPORT_GAP_MS)
    if (await deferChanges(campaign, publishedAt, pending, keys)) return undefined
  }
  throw new Error('others keep telling of this campaign')
}

/** Handles the message for the end of an interval. Returns the changes to publish now, if any. */
export async function takePendingChanges(
  campaign: Campaign,
  now: number,
  arm: Arm,
): Promise<PendingChanges | undefined> {
  const claim = await claimPublication(campaign, now)
  const { places } = claim.pending
  if (claim.mine) return places.length > 0 ? claim.pending : undefined
  // Another process claimed the publication and may have ended before it, or others have added
  // changes since.
  if (places.length > 0) await arm(claim.publishedAt + REPORT_GAP_MS)
  return undefined
}

/** Removes published changes from the row. */
export async function clearPendingChanges(campaign: Campaign, { places }: PendingChanges): Promise<void> {
  if (places.length === 0) return
  await exchange(campaign, { remove: places as readonly never[] })
}
