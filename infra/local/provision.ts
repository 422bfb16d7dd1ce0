import {
  CreateTableCommand,
  type DynamoDBClient,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import type { Resources } from './resources.ts'
import type { BucketRules } from './s3/start-s3.ts'
import type { SqsCall } from './sqs/sqs-engine.ts'
import { SqsError } from './sqs/sqs-error.ts'

/** Creates missing tables, queues and buckets and updates the queues' attributes; idempotent. */
export async function provision(
  resources: Resources,
  services: {
    dynamodb: DynamoDBClient
    sqs: { call: SqsCall; queueUrl: (name: string) => string }
    s3: { addBucket: (name: string, rules: BucketRules) => void | Promise<void> }
  },
): Promise<void> {
  for (const { name, ...rules } of resources.buckets) await services.s3.addBucket(name, rules)
  for (const queue of resources.queues) await ensureQueue(queue, services.sqs)
  for (const table of resources.tables) await ensureTable(table, services.dynamodb)
}

async function ensureQueue(
  { name, attributes }: Resources['queues'][number],
  sqs: { call: SqsCall; queueUrl: (name: string) => string },
): Promise<void> {
  try {
    await sqs.call('CreateQueue', { QueueName: name, Attributes: attributes })
  } catch (error) {
    if (!(error instanceof SqsError && error.code === 'QueueNameExists')) throw error
    await sqs.call('SetQueueAttributes', { QueueUrl: sqs.queueUrl(name), Attributes: attributes })
  }
}

async function ensureTable(table: Resources['tables'][number], dynamodb: DynamoDBClient): Promise<void> {
  const { TimeToLiveSpecification, ...definition } = table
  try {
    await dynamodb.send(new CreateTableCommand(definition))
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceInUseException') return
    throw error
  }
  await waitUntilTableExists({ client: dynamodb, maxWaitTime: 10, minDelay: 1 }, { TableName: table.TableName })
  if (TimeToLiveSpecification) {
    await dynamodb.send(new UpdateTimeToLiveCommand({ TableName: table.TableName, TimeToLiveSpecification }))
  }
}
