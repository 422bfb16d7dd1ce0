import { DeleteItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
import { TABLE } from '@balcao/shared/table.ts'
import type { End } from './end.ts'

/**
 * Mark of a move in the stage's table: `arriving` while rows are copied, `arrived` afterwards,
 * `left` once the companies went back to a server.
 */
export type Mark = { origin: string; state: 'arriving' | 'arrived' | 'left'; at: string }

const PARTITION = 'system#move'

const key = (origin: string) => ({
  [TABLE.partitionKey]: { S: PARTITION },
  [TABLE.sortKey]: { S: `origin#${origin}` },
})

/** Returns the marks of all moves of a stage. */
export async function marksOf(end: End): Promise<Mark[]> {
  const { Items = [] } = await end.dynamodb.send(
    new QueryCommand({
      TableName: end.tableName,
      KeyConditionExpression: '#pk = :moves',
      ExpressionAttributeNames: { '#pk': TABLE.partitionKey },
      ExpressionAttributeValues: { ':moves': { S: PARTITION } },
      ConsistentRead: true,
    }),
  )
  return Items.map(({ origin, state, at }) => ({
    origin: origin?.S ?? '',
    state: (state?.S ?? 'arriving') as Mark['state'],
    at: at?.S ?? '',
  }))
}

/** Writes the mark of a move. */
export async function mark(end: End, origin: string, state: Mark['state']): Promise<void> {
  const at = { S: new Date().toISOString() }
  const Item = { ...key(origin), origin: { S: origin }, state: { S: state }, at }
  await end.dynamodb.send(new PutItemCommand({ TableName: end.tableName, Item }))
}

/** Removes the mark of a move that was given up. */
export async function unmark(end: End, origin: string): Promise<void> {
  await end.dynamodb.send(new DeleteItemCommand({ TableName: end.tableName, Key: key(origin) }))
}
