/**
 * Limits how many of a company's bots run at once: one row per company with a fixed number of
 * slots, each taken until a given time. A company whose systems hang fills only its own slots, so
 * the queue's workers stay free for others. A process that dies releases its slot at that time.
 */
import { randomUUID } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { fromItem } from '../table/attribute-values.ts'
import { documentClient, tableName } from '../table/client.ts'
import { unlessRefused } from '../table/refused.ts'
import { CLAIM_MS } from './machine-turn.ts'

/**
 * Slots per company: a tenth of the number of workers (infra/stacks/workers-stack.ts), so ten
 * companies may hang before others wait.
 */
export const PLACES = 10

const KEPT_SECONDS = 3600

/** Slot held by a caller, to be released with `freePlace`. */
export type Place = { companyId: string; name: string; taken: string }

const NAMES = Array.from({ length: PLACES }, (_, i) => `place${i}`)

const keyOf = (companyId: string) => ({ pk: `${companyId}#machine-places`, sk: 'places' })

const anyOf = (names: readonly string[]): string => names[Math.floor(Math.random() * names.length)]!

/** Takes a slot; returns undefined if all are taken at `now` (epoch ms). */
export async function takePlace(companyId: string, now: number): Promise<Place | undefined> {
  const taken = randomUUID()
  let free: readonly string[] = NAMES
  while (free.length > 0) {
    const name = anyOf(free)
    const item = await tryPlace(companyId, name, taken, now)
    if (!item) return { companyId, name, taken }
    // Each refusal returns the current row, as others take and release slots meanwhile.
    free = NAMES.filter(each => each !== name && !isTaken(item[each], now))
  }
  return undefined
}

const isTaken = (place: unknown, now: number): boolean => ((place as { until?: number } | undefined)?.until ?? 0) >= now

/** Tries to take one slot; returns the row if another process holds it. */
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

/** Releases a slot; does nothing if it expired and another caller holds it. */
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
