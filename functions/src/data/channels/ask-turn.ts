import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { TABLE } from '@balcao/shared/table.ts'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { isRefused } from '../table/refused.ts'

/** Milliseconds per number: 20 numbers a second. */
const MS_A_NUMBER = 50

/** Seconds after the last request for which the row is valid. */
const KEPT_SECONDS = 3600

type Turn = {
  /** Milliseconds until other callers are done; 0 if it is this caller's turn. */
  waitMs: number
  /** Milliseconds until the next turn can be taken. */
  nextMs: number
}

/**
 * Returns the key of the row, shared by all workers, that says when a connection may be asked
 * again.
 */
const turnKey = (companyId: string, connectionId: string) => ({
  pk: `${companyId}#ask-turn#${connectionId}`,
  sk: 'turn',
})

/**
 * Takes a turn to check `count` numbers, once the numbers before it are paid for at 20 a second.
 * The holder keeps it for the same `requestId`.
 */
export async function takeTurn(
  companyId: string,
  connectionId: string,
  count: number,
  requestId: string,
  now = Date.now(),
): Promise<Turn> {
  const cost = count * MS_A_NUMBER
  const key = turnKey(companyId, connectionId)
  try {
    await documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: 'SET freeAt = :until, requestId = :id, #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(freeAt) OR freeAt <= :now OR requestId = :id',
        ExpressionAttributeNames: { '#ttl': TABLE.ttlAttribute },
        ExpressionAttributeValues: {
          ':until': now + cost,
          ':now': now,
          ':id': requestId,
          ':ttl': Math.ceil(now / 1000) + KEPT_SECONDS,
        },
      }),
    )
    return { waitMs: 0, nextMs: cost }
  } catch (error) {
    if (!isRefused(error)) throw error
    const row = (await getItem(key, true)) as { freeAt: number } | undefined
    const waitMs = Math.max(1, (row?.freeAt ?? now) - now)
    return { waitMs, nextMs: waitMs }
  }
}
