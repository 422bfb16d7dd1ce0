// The worker of `pages.fifo` in its own process, as the function is, on the services of its parent. It
// begins when its parent says so, and is killed by it.
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { handler } from '@balcao/functions/workers/graph/handler.ts'

/** Batches at once, and their size: those of the function (infra/stacks/workers-stack.ts). */
const BATCHES = 20
const BATCH_SIZE = 5

const QueueUrl = process.env.PAGES_QUEUE_URL
const sqs = new SQSClient()

async function work(): Promise<never> {
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        ...{ QueueUrl, MaxNumberOfMessages: BATCH_SIZE, WaitTimeSeconds: 1 },
        MessageSystemAttributeNames: ['All'],
      }),
    )
    if (Messages.length === 0) continue
    const Records = Messages.map(({ MessageId, Body, Attributes, ReceiptHandle }) => ({
      ...{ messageId: MessageId, body: Body, attributes: Attributes, receiptHandle: ReceiptHandle },
    }))
    const { batchItemFailures } = await handler({ Records } as unknown as Parameters<typeof handler>[0])
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    for (const { MessageId, ReceiptHandle } of Messages)
      if (!failed.has(MessageId!)) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
  }
}

process.once('message', () => {
  for (let i = 0; i < BATCHES; i++) void work()
})
process.send?.('ready')
