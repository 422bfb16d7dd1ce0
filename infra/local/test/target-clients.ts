import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { readConfig } from '../config.ts'
import { readTarget } from '../target.ts'

/** SDK clients of the target the tests run against; one attempt each, so that an error is seen as it is. */
export function targetClients() {
  const target = readTarget(readConfig())
  return {
    target,
    dynamodb: new DynamoDBClient({ ...target.clients.dynamodb, maxAttempts: 1 }),
    sqs: new SQSClient({ ...target.clients.sqs, maxAttempts: 1 }),
    s3: new S3Client({ ...target.clients.s3, maxAttempts: 1 }),
  }
}
