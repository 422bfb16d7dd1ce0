/**
 * What changed of a campaign and was not told yet: one row a campaign, which all processes go by. It has the moment something was
 * told last, and in an attribute of each such stretch the keys of the contacts that changed in it. Who finds that the last word is
 * long enough ago takes the turn by a conditional write; everybody else leaves their keys, and who is the first to do so in a stretch
 * sends a message for its end before. What is left goes from the row when it was told, so that it waits when a process ends in between.
 *
 * Keys: pk `company#campaign-news#campaign`, sk `news`. Attributes: `told` (epoch ms), `armed` (the `told` of the stretch a message is on
 * its way for), `keys<told>` (a set), `many<told>` (more than are kept), `figures<told>` (they alone),
 * `expiresAt` (epoch seconds).
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { fromItem } from '../table/attribute-values.ts'
import { documentClient, tableName } from '../table/client.ts'

/**
 * Milliseconds between two words about a campaign. Half as often as promised (twice a second), so that neither a process that is slow to
 * speak nor a clock that is not quite right makes three of it.
 */
export const REPORT_GAP_MS = 1000

/** Contacts that one event may name; when more change, who shows them reads them anew. */
export const MOST_NAMED = 200

/** Longer than a campaign is quiet before it goes on (seconds); what is in the row then was told. */
const KEPT_SECONDS = 7 * 86_400

type Campaign = { companyId: string; campaignId: string }

/** What was left to be told. */
export type News = {
  keys: ReadonlySet<string>
  /** More changed than are named. */
  many: boolean
  /** Where it stands in the row, for `forgetNews`. */
  places: readonly string[]
}

/** It is one's turn to tell, or it is not before a while after `told`; `armed`: a message is on its way for then. */
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
 * Takes the turn to tell at `now` (epoch ms), with what was left; it stays in the row until `forgetNews`. One write unit for each KB
 * that is left, and so when it is not one's turn.
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

/** Keys of contacts that changed; `many`: more than are named. */
export type Changes = readonly string[] | 'many'

/** Leaves keys for whoever tells next. False when somebody told since the turn was asked for: then it is to be asked for anew. */
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

/** Sends a message that comes at `dueAt` (epoch ms), upon which `takeLeft` is asked. */
type Arm = (dueAt: number) => Promise<void>

/** Each round more begins with somebody else's word, a second after the one before. */
const ROUNDS = 5

/**
 * Contacts changed at `now` (epoch ms): answers what is to be told at once, or undefined when it was left for later. One write when
 * something is told, two when it is left, one when nothing needs to be added.
 */
export async function takeOrLeave(campaign: Campaign, keys: Changes, now: number, arm: Arm): Promise<News | undefined> {
  for (let round = 0; round < ROUNDS; round++) {
    const turn = await takeTurn(campaign, now)
    if (turn.mine) return turn.news
    const { told, armed, news } = turn
    if (armed && (news.many || keys.length === 0)) return undefined
    // Before the keys are left: whoever ends in between leaves none that no message comes for.
    if (!armed) await arm(told + REPORT_GAP_MS)
    if (await leaveNews(campaign, told, news, keys)) return undefined
  }
  throw new Error('others keep telling of this campaign')
}

/** The message for the end of a stretch came: answers what is to be told now, if anything. */
export async function takeLeft(campaign: Campaign, now: number, arm: Arm): Promise<News | undefined> {
  const turn = await takeTurn(campaign, now)
  const { places } = turn.news
  if (turn.mine) return places.length > 0 ? turn.news : undefined
  // Somebody spoke just now, and died of it, or others have left theirs since.
  if (places.length > 0) await arm(turn.told + REPORT_GAP_MS)
  return undefined
}

/** Takes out of the row what was told. */
export async function forgetNews(campaign: Campaign, { places }: News): Promise<void> {
  if (places.length === 0) return
  await change(campaign, {
    UpdateExpression: `REMOVE ${places.map((_, i) => `#${i}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(places.map((name, i) => [`#${i}`, name])),
  })
}
