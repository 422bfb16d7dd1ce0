import type { CreateTableCommandInput, TimeToLiveSpecification } from '@aws-sdk/client-dynamodb'
import { PREPARED_UPLOADS, PREPARED_UPLOADS_DAYS } from '@balcao/shared/media.ts'
import { TABLE } from '@balcao/shared/table.ts'
import { ACCOUNT, REGION } from './aws-names.ts'
import type { BucketRules } from './s3/start-s3.ts'

/** Contents of the three services: from the templates, or from `testResources` for tests. */
export type Resources = {
  tables: (CreateTableCommandInput & { TableName: string; TimeToLiveSpecification?: TimeToLiveSpecification })[]
  queues: { name: string; attributes: Record<string, string> }[]
  buckets: ({ name: string } & BucketRules)[]
}

const SHARDS = 8

/** Returns the names of one stage's table, queues and media bucket. */
export function resourceNames(stage: string) {
  return {
    table: `balcao-${stage}`,
    bucket: `balcao-${stage}-media-${ACCOUNT}`,
    inbound: `balcao-${stage}-inbound.fifo`,
    outbound: Array.from({ length: SHARDS }, (_, shard) => `balcao-${stage}-outbound-${shard}.fifo`),
    jobs: `balcao-${stage}-jobs`,
    timers: `balcao-${stage}-timers`,
    mail: `balcao-${stage}-mail`,
    ticks: `balcao-${stage}-ticks`,
    machines: `balcao-${stage}-machines`,
    deliveries: `balcao-${stage}-deliveries`,
    pages: `balcao-${stage}-pages.fifo`,
    pushes: `balcao-${stage}-pushes`,
  }
}

/**
 * Returns the table, queues and buckets of the stacks without a synthesis, for tests that must
 * start in milliseconds. `resources.test.ts` compares it with the templates.
 */
export function testResources(stage: string): Resources {
  const names = resourceNames(stage)
  const attribute = (name: string) => ({ AttributeName: name, AttributeType: 'S' as const })
  const schema = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ]
  return {
    tables: [
      {
        TableName: names.table,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: schema(TABLE.partitionKey, TABLE.sortKey),
        AttributeDefinitions: [
          attribute(TABLE.partitionKey),
          attribute(TABLE.sortKey),
          ...TABLE.indexes.flatMap(index => [attribute(index.partitionKey), attribute(index.sortKey)]),
        ],
        GlobalSecondaryIndexes: TABLE.indexes.map(index => ({
          IndexName: index.name,
          KeySchema: schema(index.partitionKey, index.sortKey),
          Projection: { ProjectionType: 'ALL' as const },
        })),
        TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
      },
    ],
    queues: [
      names.inbound,
      ...names.outbound,
      names.jobs,
      names.timers,
      names.mail,
      names.ticks,
      names.machines,
      names.deliveries,
      names.pages,
      names.pushes,
    ].flatMap(withDeadLetters),
    buckets: [
      {
        name: names.bucket,
        cors: [{ methods: ['GET', 'HEAD', 'PUT', 'POST'], origins: ['*'], headers: ['*'], expose: ['ETag'] }],
        expiry: [{ prefix: PREPARED_UPLOADS, days: PREPARED_UPLOADS_DAYS }],
      },
    ],
  }
}

function withDeadLetters(name: string): Resources['queues'] {
  const fifo: Record<string, string> = name.endsWith('.fifo')
    ? { FifoQueue: 'true', DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' }
    : {}
  const dead = name.endsWith('.fifo') ? name.replace(/\.fifo$/, '-dlq.fifo') : `${name}-dlq`
  const deadLetterTargetArn = `arn:aws:sqs:${REGION}:${ACCOUNT}:${dead}`
  return [
    { name: dead, attributes: fifo },
    { name, attributes: { ...fifo, RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 5 }) } },
  ]
}
