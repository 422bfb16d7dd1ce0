import { CreateQueueCommand, DeleteQueueCommand, SQSClient } from '@aws-sdk/client-sqs'

/**
 * A queue for a test file alone, under the name all tests know theirs by: it looks for few among
 * what others leave by thousands. To be called before anything of the product was: it reads its
 * configuration once.
 * @returns deletes it
 */
export async function openOwnQueue(variable: 'TIMERS_QUEUE_URL' | 'JOBS_QUEUE_URL'): Promise<() => Promise<void>> {
  const sqs = new SQSClient()
  const shared = process.env[variable]!
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `own-${crypto.randomUUID()}` }))
  process.env[variable] = QueueUrl!
  return async () => {
    process.env[variable] = shared
    await sqs.send(new DeleteQueueCommand({ QueueUrl }))
  }
}
