/** One SQS client per process, and the one way to put something on a queue. */
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'

let client: SQSClient | undefined

const sqs = (): SQSClient => {
  client ??= new SQSClient({ maxAttempts: 4 })
  return client
}

/** Puts a JSON body on a FIFO queue: in order within `group`, once per `dedupId` in five minutes. */
export async function sendFifo(queueUrl: string, body: unknown, group: string, dedupId: string): Promise<void> {
  await sqs().send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(body),
      MessageGroupId: group,
      MessageDeduplicationId: dedupId,
    }),
  )
}

/** Puts a JSON body on a standard queue; it becomes visible after `delaySeconds` (at most 900). */
export async function sendStandard(queueUrl: string, body: unknown, delaySeconds = 0): Promise<void> {
  await sqs().send(
    new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(body), DelaySeconds: delaySeconds }),
  )
}

/** Puts up to 10 bodies on a standard queue in one call; answers the positions of those that were not taken. */
export async function sendStandardBatch(
  queueUrl: string,
  entries: readonly { body: unknown; delaySeconds: number }[],
): Promise<number[]> {
  const { Failed = [] } = await sqs().send(
    new SendMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: entries.map(({ body, delaySeconds }, i) => ({
        Id: String(i),
        MessageBody: JSON.stringify(body),
        DelaySeconds: delaySeconds,
      })),
    }),
  )
  return Failed.map(failure => Number(failure.Id))
}
