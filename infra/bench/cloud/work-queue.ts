import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { handler as worker } from '@balcao/functions/workers/graph/handler.ts'

/** Handler of a queue's function. */
type Handler = typeof worker

/**
 * Hands the messages of a queue to a function's handler, batch after batch, and deletes those that
 * did not fail, as the function's mapping does.
 * @param size messages of a batch
 * @param isOver asked before each batch; true ends the work
 */
export async function workQueue(
  sqs: SQSClient,
  QueueUrl: string | undefined,
  size: number,
  handler: Handler,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        ...{ QueueUrl, MaxNumberOfMessages: size, WaitTimeSeconds: 1 },
        MessageSystemAttributeNames: ['All'],
      }),
    )
    if (Messages.length === 0) continue
    const Records = Messages.map(({ MessageId, Body, Attributes, ReceiptHandle }) => ({
      ...{ messageId: MessageId, body: Body, attributes: Attributes, receiptHandle: ReceiptHandle },
    }))
    const { batchItemFailures } = await handler({ Records } as unknown as Parameters<Handler>[0])
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    for (const { MessageId, ReceiptHandle } of Messages)
      if (!failed.has(MessageId!)) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
  }
}
