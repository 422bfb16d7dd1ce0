import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { LocalConfig } from '../local/config.ts'
import { openTable } from './open-table.ts'

/**
 * Prepares the environment so that the functions' code, imported after this, works on the table of
 * a stage of the target, which must run, and enqueues on its jobs queue. Throws when there is no
 * such queue.
 * @returns a function that ends everything it started
 */
export async function openStage(config: LocalConfig): Promise<() => Promise<void>> {
  const close = await openTable(config)
  const { QueueUrl } = await new SQSClient().send(new GetQueueUrlCommand({ QueueName: `balcao-${config.stage}-jobs` }))
  process.env.JOBS_QUEUE_URL = QueueUrl!
  return close
}
