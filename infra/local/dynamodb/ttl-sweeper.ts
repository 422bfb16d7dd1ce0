import { setTimeout as sleep } from 'node:timers/promises'
import { type AttributeValue, BatchWriteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import type { Resources } from '../resources.ts'

type Table = { name: string; ttlAttribute: string; keys: string[] }

const PAGE = 200
const PAUSE_MS = 250
const ROUND_MS = 15 * 60_000

/**
 * Deletes expired items, as DynamoDB does late and in the background; the local engine does not.
 * Reads small pages with pauses between them, so that requests never wait for it.
 * @param roundMs pause between two passes through the table
 * @returns a function that stops it
 */
export function startTtlSweeper(endpoint: string, definitions: Resources['tables'], roundMs = ROUND_MS): () => void {
  const client = new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS })
  const stop = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal, ref: false })
  const tables = definitions.flatMap(({ TableName, TimeToLiveSpecification, KeySchema }): Table[] => {
    const ttlAttribute = TimeToLiveSpecification?.AttributeName
    const keys = (KeySchema ?? []).map(key => key.AttributeName ?? '')
    return ttlAttribute ? [{ name: TableName, ttlAttribute, keys }] : []
  })
  const rounds = async () => {
    for (;;) {
      await pause(roundMs)
      const now = Math.floor(Date.now() / 1000)
      for (const table of tables) await sweepExpired(client, table, now, () => pause(PAUSE_MS)).catch(() => 0)
    }
  }
  rounds().catch(() => client.destroy())
  return () => stop.abort()
}

/**
 * Deletes the expired items of a table in one pass.
 * @param now epoch seconds; items with an earlier TTL are deleted
 * @param pause awaited between pages
 * @returns the number of deleted items
 */
export async function sweepExpired(
  client: DynamoDBClient,
  table: Table,
  now: number,
  pause: () => Promise<void>,
): Promise<number> {
  let from: Record<string, AttributeValue> | undefined
  let deleted = 0
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: table.name,
        Limit: PAGE,
        ExclusiveStartKey: from,
        FilterExpression: '#ttl < :now',
        ProjectionExpression: table.keys.map((_, i) => `#k${i}`).join(', '),
        ExpressionAttributeNames: {
          '#ttl': table.ttlAttribute,
          ...Object.fromEntries(table.keys.map((key, i) => [`#k${i}`, key])),
        },
        ExpressionAttributeValues: { ':now': { N: String(now) } },
      }),
    )
    const expired = page.Items ?? []
    for (let at = 0; at < expired.length; at += 25) {
      const requests = expired.slice(at, at + 25).map(Key => ({ DeleteRequest: { Key } }))
      await client.send(new BatchWriteItemCommand({ RequestItems: { [table.name]: requests } }))
      deleted += requests.length
    }
    from = page.LastEvaluatedKey
    await pause()
  } while (from)
  return deleted
}
