import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { JobMessage } from '@balcao/shared/events/queues.ts'
import { openOwnQueue } from './own-queue.ts'

// A test that looked for its messages in a shared queue would hide those of other tests for a
// second, and they would find none. A process that a test starts keeps the queue of its test.
if (!process.env.JOBS_QUEUE_URL?.includes('/own-')) await openOwnQueue('JOBS_QUEUE_URL')

/** Takes a company's messages off the jobs queue, which this test file has to itself. */
export async function jobsOf(companyId: string): Promise<JobMessage[]> {
  const sqs = new SQSClient()
  const QueueUrl = process.env.JOBS_QUEUE_URL
  const found: JobMessage[] = []
  for (let empty = 0; empty < 2; ) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 1 }),
    )
    empty = Messages.length === 0 ? empty + 1 : 0
    for (const { Body, ReceiptHandle } of Messages) {
      const message = JobMessage.parse(JSON.parse(Body!))
      if (!('companyId' in message) || message.companyId !== companyId) continue
      found.push(message)
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
    }
  }
  return found
}
