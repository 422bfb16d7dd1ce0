/**
 * Changes of a campaign's report that are not published yet: one row per campaign, shared by all
 * processes. It holds the time of the last publication and, per interval, an attribute with the
 * keys of the recipients that changed in it. A process that finds the last publication long enough
 * ago claims the next one by a conditional write. Every other process adds its keys to the row; the
 * first to do so in an interval sends a delayed message for the interval's end beforehand. Changes
 * are removed from the row only once published, so they survive a process that ends in between.
 * Keys: pk `company#campaign-news#campaign`, sk `news`. Attributes: `told` (epoch ms of the last
 * publication), `armed` (the `told` of the interval for which a message is on its way),
 * `keys<told>` (a set), `many<told>` (more changes than are kept), `figures<told>` (only the
 * figures changed), `expiresAt` (epoch seconds).
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { fromItem } from '../table/attribute-values.ts'
import { documentClient, tableName } from '../table/client.ts'

/**
 * Milliseconds between two publications of a campaign. That is half the promised maximum of two per
 * second, so that neither a slow process nor an inexact clock leads to three.
 */
export const REPORT_GAP_MS = 1000

/**
 * Maximum number of recipients named in one event; if more change, browsers reload those they show.
 */
export const MOST_NAMED = 200

/**
 * Lifetime of the row in seconds: longer than a campaign rests before it continues. What the row
 * holds then was published.
 */
const KEPT_SECONDS = 7 * 86_400

type Campaign = { companyId: string; campaignId: string }

/** Changes left to be published. */
export type News = {
  keys: ReadonlySet<string>
  /** True if more recipients changed than are named. */
  many: boolean
  /** Attributes of the row that hold the changes, for `forgetNews`. */
  places: readonly string[]
}

/**
 * Outcome of a claim: the caller publishes now, or not before an interval after `told`. `armed` is
 * true if a message is on its way for that time.
 */
type Turn = { mine: true; news: News } | { mine: false; told: number; armed: boolean; news: News }

const keyOf = ({ companyId, campaignId }: Campaign) => ({ pk: `${companyId}#campaign-news#${campaignId}`, sk: 'news' })

type Item = Record<string, unknown>

const newsOf = (item: Item): News => {
  const places = Object.keys(item).filter(name => /^(keys|many|figures)\d+$/.test(name))
  return {
    keys: new Set(places.flatMap(name => (item[name] instanceof Set ? [...(item[name] as Set<string>)] : []))),
    many: places.some(name => name.startsWith('many')),
    places,
  }
}

const change = (campaign: Campaign, params: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
  documentClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keyOf(campaign),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...params,
    }),
  )

/**
 * Claims the publication at `now` (epoch ms) and returns the pending changes, which stay in the row
 * until `forgetNews`. Costs one write unit per KB of pending changes, also if the claim fails.
 */
async function takeTurn(campaign: Campaign, now: number): Promise<Turn> {
  try {
    const { Attributes = {} } = await change(campaign, {
      UpdateExpression: 'SET told = :now, expiresAt = :expiresAt',
      ConditionExpression: 'attribute_not_exists(told) OR told <= :before',
      ExpressionAttributeValues: {
        ':now': now,
        ':before': now - REPORT_GAP_MS,
        ':expiresAt': Math.ceil(now / 1000) + KEPT_SECONDS,
      },
      ReturnValues: 'ALL_OLD',
    })
    return { mine: true, news: newsOf(Attributes) }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    const item = fromItem(error.Item ?? {})
    const told = Number(item.told)
    return { mine: false, told, armed: item.armed === told, news: newsOf(item) }
  }
}

/** Keys of changed recipients; `many` if there are more than are named. */
export type Changes = readonly string[] | 'many'

/**
 * Adds keys to the pending changes. Returns false if a publication happened since the claim: then
 * the caller has to claim again.
 */
async function leaveNews(campaign: Campaign, told: number, known: News, keys: Changes): Promise<boolean> {
  const many = keys === 'many' || known.keys.size + keys.length > MOST_NAMED
  const kind = keys.length === 0 ? 'figures' : many ? 'many' : 'keys'
  try {
    await change(campaign, {
      UpdateExpression: kind === 'keys' ? 'SET armed = :told ADD #place :left' : 'SET armed = :told, #place = :left',
      ConditionExpression: 'told = :told',
      ExpressionAttributeNames: { '#place': `${kind}${told}` },
      ExpressionAttributeValues: { ':told': told, ':left': kind === 'keys' ? new Set(keys) : true },
    })
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** Sends a message delivered at `dueAt` (epoch ms), whose handler calls `takeLeft`. */
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
export async function takeOrLeave(campaign: Campaign, keys: Changes, now: number, arm: Arm): Promise<News | undefined> {
  for (let round = 0; round < ROUNDS; round++) {
    const turn = await takeTurn(campaign, now)
    if (turn.mine) return turn.news
    const { told, armed, news } = turn
    if (armed && (news.many || keys.length === 0)) return undefined
    // The message is sent before the keys are added: a process that ends in between leaves no keys
    // without a message.
    if (!armed) await arm(told + REPORT_GAP_MS)
    if (await leaveNews(campaign, told, news, keys)) return undefined
  }
  throw new Error('others keep telling of this campaign')
}

/** Handles the message for the end of an interval. Returns the changes to publish now, if any. */
export async function takeLeft(campaign: Campaign, now: number, arm: Arm): Promise<News | undefined> {
  const turn = await takeTurn(campaign, now)
  const { places } = turn.news
  if (turn.mine) return places.length > 0 ? turn.news : undefined
  // Another process claimed the publication and may have ended before it, or others have added
  // changes since.
  if (places.length > 0) await arm(turn.told + REPORT_GAP_MS)
  return undefined
}

/** Removes published changes from the row. */
export async function forgetNews(campaign: Campaign, { places }: News): Promise<void> {
  if (places.length === 0) return
  await change(campaign, {
    UpdateExpression: `REMOVE ${places.map((_, i) => `#${i}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(places.map((name, i) => [`#${i}`, name])),
  })
}
