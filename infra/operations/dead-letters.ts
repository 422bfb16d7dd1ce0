import {
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  ListQueuesCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs'

export type DeadLetterQueue = { name: string; arn: string; messages: number }

/** Returns the queues with a prefix to which other queues send their dead letters, by name. */
export async function deadLetterQueues(client: SQSClient, prefix: string): Promise<DeadLetterQueue[]> {
  const found: DeadLetterQueue[] = []
  let NextToken: string | undefined
  do {
    const page = await client.send(new ListQueuesCommand({ QueueNamePrefix: prefix, MaxResults: 1000, NextToken }))
    for (const QueueUrl of page.QueueUrls ?? []) {
      const sources = await client.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl }))
      if ((sources.queueUrls ?? []).length === 0) continue
      const { Attributes } = await client.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn', 'ApproximateNumberOfMessages'] }),
      )
      found.push({
        name: QueueUrl.split('/').at(-1)!,
        arn: Attributes?.QueueArn ?? '',
        messages: Number(Attributes?.ApproximateNumberOfMessages ?? 0),
      })
    }
    NextToken = page.NextToken
  } while (NextToken)
  return found.sort((a, b) => a.name.localeCompare(b.name))
}

/** Moves a queue's messages back to their source queues. */
export async function replay(client: SQSClient, queue: DeadLetterQueue): Promise<void> {
  await client.send(new StartMessageMoveTaskCommand({ SourceArn: queue.arn }))
}
