/**
 * How many machines of a company are asked at once: a row a company with so many places, each taken until a moment. A company whose systems
 * hang fills its own places and no more, so others find the queue's workers free; who dies gives its place back by that moment.
 */
import { randomUUID } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { fromItem } from '../table/attribute-values.ts'
import { documentClient, tableName } from '../table/client.ts'
import { unlessRefused } from '../table/refused.ts'
import { CLAIM_MS } from './machine-turn.ts'

/** A tenth of the workers there are (infra/stacks/workers-stack.ts): so many companies may hang before others wait. */
export const PLACES = 10

const KEPT_SECONDS = 3600

/** What who took a place gives back. */
export type Place = { companyId: string; name: string; taken: string }

const NAMES = Array.from({ length: PLACES }, (_, i) => `place${i}`)

const keyOf = (companyId: string) => ({ pk: `${companyId}#machine-places`, sk: 'places' })

const anyOf = (names: readonly string[]): string => names[Math.floor(Math.random() * names.length)]!

/** Undefined when all are taken at `now` (epoch ms). */
export async function takePlace(companyId: string, now: number): Promise<Place | undefined> {
  const taken = randomUUID()
  let free: readonly string[] = NAMES
  while (free.length > 0) {
    const name = anyOf(free)
    const item = await tryPlace(companyId, name, taken, now)
    if (!item) return { companyId, name, taken }
    // Each refusal shows the row as it was then: others take and free places meanwhile.
    free = NAMES.filter(each => each !== name && !isTaken(item[each], now))
  }
  return undefined
}

const isTaken = (place: unknown, now: number): boolean => ((place as { until?: number } | undefined)?.until ?? 0) >= now

/** Answers the row where somebody else has the place. */
async function tryPlace(
  companyId: string,
  name: string,
  taken: string,
  now: number,
): Promise<Record<string, unknown> | undefined> {
  try {
    await documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(companyId),
        UpdateExpression: 'SET #place = :place, expiresAt = :expiresAt',
        ConditionExpression: 'attribute_not_exists(#place) OR #place.#until < :now',
        ExpressionAttributeNames: { '#place': name, '#until': 'until' },
        ExpressionAttributeValues: {
          ':place': { taken, until: now + CLAIM_MS },
          ':now': now,
          ':expiresAt': Math.ceil(now / 1000) + KEPT_SECONDS,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    )
    return undefined
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return fromItem(error.Item ?? {})
    throw error
  }
}

/** Does nothing where it ran out and is another's by now. */
export async function freePlace({ companyId, name, taken }: Place): Promise<void> {
  await unlessRefused(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(companyId),
        UpdateExpression: 'REMOVE #place',
        ConditionExpression: '#place.#taken = :taken',
        ExpressionAttributeNames: { '#place': name, '#taken': 'taken' },
        ExpressionAttributeValues: { ':taken': taken },
      }),
    ),
  )
}
