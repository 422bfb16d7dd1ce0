import { SendMessageCommand } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { inParts } from '@balcao/functions/in-parts.ts'
import { Timer } from '@balcao/shared/events/queues.ts'
import { TABLE } from '@balcao/shared/table.ts'
import { PAGE } from './copy-rows.ts'
import type { End } from './end.ts'

const PARALLEL = 16
/**
 * Milliseconds ahead of now within which a timer goes to the queue: the clock of the target may
 * have passed its bucket already, or pass it while it is written.
 */
const QUEUED_MS = 5 * 60_000
const MAX_DELAY_SECONDS = 900

/**
 * Copies the timers: one that is due, or soon will be, as a message that arrives at its time, all
 * others as rows of their minutes. A timer that fires twice does nothing the second time.
 * @returns their number
 */
export async function copyTimers(source: End, target: End): Promise<number> {
  const from = DynamoDBDocumentClient.from(source.dynamodb)
  const to = DynamoDBDocumentClient.from(target.dynamodb)
  const queue = await target.queueUrl('timers')
  let count = 0
  let next: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await from.send(
      new ScanCommand({
        TableName: source.tableName,
        Limit: PAGE,
        ConsistentRead: true,
        FilterExpression: 'begins_with(#pk, :timers)',
        ExpressionAttributeNames: { '#pk': TABLE.partitionKey },
        ExpressionAttributeValues: { ':timers': 'system#timer#' },
        ...(next ? { ExclusiveStartKey: next } : {}),
      }),
    )
    await inParts(Items, PARALLEL, async Item => {
      const timer = Timer.safeParse(Item.payload).data
      const waits = timer ? timer.dueAt - Date.now() : Infinity
      if (waits > QUEUED_MS) await to.send(new PutCommand({ TableName: target.tableName, Item }))
      else
        await target.sqs.send(
          new SendMessageCommand({
            QueueUrl: queue,
            MessageBody: JSON.stringify(timer),
            DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(waits / 1000))),
          }),
        )
    })
    count += Items.length
    next = LastEvaluatedKey
  } while (next)
  return count
}
