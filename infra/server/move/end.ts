import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import { CREDENTIALS, REGION } from '../../local/aws-names.ts'
import { resourceNames } from '../../local/resources.ts'
import type { Services } from '../../local/start-services.ts'

/** One side of a move: the table, the bucket and the queues of a stage. */
export type End = {
  stage: string
  tableName: string
  bucket: string
  dynamodb: DynamoDBClient
  s3: S3Client
  sqs: SQSClient
  /** Returns the URL of a queue by its name without `balcao-<stage>-`. */
  queueUrl: (name: string) => Promise<string>
  close: () => void
}

/**
 * Attempts of a call, with the SDK's pauses between them: some minute of throttling is survived.
 */
const ATTEMPTS = 12

/** Returns the side of the services that run on a server's data directory. */
export function serverEnd(stage: string, services: Pick<Services, 'endpoints' | 'queueUrl'>): End {
  const { table, bucket } = resourceNames(stage)
  const options = (endpoint: string) => ({ endpoint, region: REGION, credentials: CREDENTIALS, maxAttempts: ATTEMPTS })
  return {
    ...clients({
      dynamodb: options(services.endpoints.dynamodb),
      s3: options(services.endpoints.s3),
      sqs: options(services.endpoints.sqs),
    }),
    stage,
    tableName: table,
    bucket,
    queueUrl: async name => services.queueUrl(`balcao-${stage}-${name}`),
  }
}

/**
 * Returns the side of a deployed stage, reached with the credentials and the region of the
 * environment.
 */
export function deployedEnd(stage: string, names: { tableName: string; bucket: string }): End {
  const options = { maxAttempts: ATTEMPTS }
  const made = clients({ dynamodb: options, s3: options, sqs: options })
  const urls = new Map<string, Promise<string>>()
  const ask = async (QueueName: string) => (await made.sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl!
  return {
    ...made,
    ...names,
    stage,
    queueUrl(name) {
      const known = urls.get(name) ?? ask(`balcao-${stage}-${name}`)
      urls.set(name, known)
      return known
    },
  }
}

type ClientOptions = { endpoint?: string; region?: string; credentials?: typeof CREDENTIALS; maxAttempts: number }

function clients(options: Record<'dynamodb' | 's3' | 'sqs', ClientOptions>) {
  const dynamodb = new DynamoDBClient(options.dynamodb)
  const s3 = new S3Client({
    ...options.s3,
    forcePathStyle: true,
    // Bodies are streamed once; their digests are compared afterwards.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const sqs = new SQSClient(options.sqs)
  return {
    dynamodb,
    s3,
    sqs,
    close: () => {
      for (const client of [dynamodb, s3, sqs]) client.destroy()
    },
  }
}
