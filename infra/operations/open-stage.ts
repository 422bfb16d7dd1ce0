import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { LocalConfig } from '../local/config.ts'
import { resourceNames } from '../local/resources.ts'
import { openTable } from './open-table.ts'

/** Queues that commands enqueue on, with their variables. */
const VARIABLES = { jobs: 'JOBS_QUEUE_URL', mail: 'MAIL_QUEUE_URL' } as const

/**
 * Prepares the environment so that the functions' code, imported after this, works on the table of
 * a stage of the target, and enqueues on one of its queues. Throws when there is no such queue.
 * @returns a function that ends everything it started
 */
export async function openStage(
  config: LocalConfig,
  queue: keyof typeof VARIABLES = 'jobs',
): Promise<() => Promise<void>> {
  const close = await openTable(config)
  const { QueueUrl } = await new SQSClient().send(
    new GetQueueUrlCommand({ QueueName: resourceNames(config.stage)[queue] }),
  )
  process.env[VARIABLES[queue]] = QueueUrl!
  return close
}
