import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { TABLE } from '@balcao/shared/table.ts'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { isRefused } from '../table/refused.ts'

/** 20 numbers a second. */
const MS_A_NUMBER = 50

/** So long after the last question the row means nothing. */
const KEPT_SECONDS = 3600

type Turn = {
  /** How long others have it; 0: it is the caller's. */
  waitMs: number
  /** When the next may be taken. */
  nextMs: number
}

/** When a connection may ask again, in one row that all workers share. */
const turnKey = (companyId: string, connectionId: string) => ({
  pk: `${companyId}#ask-turn#${connectionId}`,
  sk: 'turn',
})

/**
 * Takes the turn of a question about `count` numbers, as long as the numbers before it are paid for at 20 a second; who has
 * it keeps it for the same `requestId`.
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
