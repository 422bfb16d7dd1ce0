import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  CreateBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { CREDENTIALS, REGION } from './aws-names.ts'
import { provision } from './provision.ts'
import type { Resources } from './resources.ts'
import type { BucketRules } from './s3/start-s3.ts'
import { connectSqs } from './sqs/connect-sqs.ts'
import { type Services, serviceVariables } from './start-services.ts'

type Endpoints = Services['endpoints']

/**
 * Uses DynamoDB, SQS and S3 that already run on some endpoints, such as LocalStack, in place of our
 * own, and provisions them. Names and skips what an endpoint cannot do.
 */
export async function connectServices(options: {
  endpoints: Endpoints
  resources: Resources | ((queueUrl: (name: string) => string) => Resources)
  /** Receives a line for everything that is skipped. */
  log?: (line: string) => void
}): Promise<Services> {
  const { endpoints, log = console.log } = options
  const common = {
    region: REGION,
    credentials: CREDENTIALS,
  }
  const sqs = connectSqs(endpoints.sqs)
  const { call, queueUrl } = sqs
  const s3 = new S3Client({ ...common, endpoint: endpoints.s3, forcePathStyle: true })
  const dynamodb = new DynamoDBClient({ ...common, endpoint: endpoints.dynamodb })
  const resources = typeof options.resources === 'function' ? options.resources(queueUrl) : options.resources
  const addBucket = (name: string, rules: BucketRules) => createBucket(s3, name, rules, log)
  await provision(resources, { dynamodb, sqs: { call, queueUrl }, s3: { addBucket } })
  return {
    dynamodbPid: () => undefined,
    sqs: { call, queueUrl },
    endpoints,
    queueUrl,
    env: serviceVariables(endpoints),
    async close() {
      for (const client of [s3, dynamodb]) client.destroy()
      await sqs.close()
    },
  }
}

async function createBucket(
  s3: S3Client,
  Bucket: string,
  { cors, expiry }: BucketRules,
  log: (line: string) => void,
): Promise<void> {
  const unlessLacking = async (what: string, put: () => Promise<unknown>) => {
    try {
      await put()
    } catch (error) {
      if (!(error instanceof Error && error.name === 'NotImplemented')) throw error
      log(`skipping ${what}: the target lacks them`)
    }
  }
  try {
    await s3.send(new CreateBucketCommand({ Bucket }))
  } catch (error) {
    if (!(error instanceof Error && /BucketAlready(OwnedByYou|Exists)/.test(error.name))) throw error
  }
  if (cors.length > 0)
    await unlessLacking(`the CORS rules of ${Bucket}`, () =>
      s3.send(
        new PutBucketCorsCommand({
          Bucket,
          CORSConfiguration: {
            CORSRules: cors.map(rule => ({
              AllowedMethods: rule.methods,
              AllowedOrigins: rule.origins,
              AllowedHeaders: rule.headers,
              ExposeHeaders: rule.expose,
              MaxAgeSeconds: rule.maxAge,
            })),
          },
        }),
      ),
    )
  if (expiry.length > 0)
    await unlessLacking(`the expiry of objects of ${Bucket}`, () =>
      s3.send(
        new PutBucketLifecycleConfigurationCommand({
          Bucket,
          LifecycleConfiguration: {
            Rules: expiry.map(({ prefix, days }) => ({
              ID: `expire ${prefix}`,
              Status: 'Enabled',
              Filter: { Prefix: prefix },
              Expiration: { Days: days },
            })),
          },
        }),
      ),
    )
}
