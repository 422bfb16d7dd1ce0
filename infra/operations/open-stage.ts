import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { LocalConfig } from '../local/config.ts'
import { openTable } from './open-table.ts'

/**
 * Lets the functions' code, to be imported after this, work on a stage's table and put messages on its jobs queue: that of the target, which
 * has to run. Throws when there is no such queue.
 * @returns ends what was started
 */
export async function openStage(config: LocalConfig): Promise<() => Promise<void>> {
  const close = await openTable(config)
  const { QueueUrl } = await new SQSClient().send(new GetQueueUrlCommand({ QueueName: `balcao-${config.stage}-jobs` }))
  process.env.JOBS_QUEUE_URL = QueueUrl!
  return close
}
