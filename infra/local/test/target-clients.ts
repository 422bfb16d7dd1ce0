import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { readConfig } from '../config.ts'
import { readTarget } from '../target.ts'

/**
 * Returns SDK clients of the tests' target; they make one attempt, so that a test sees every error.
 */
export function targetClients() {
  const target = readTarget(readConfig())
  return {
    target,
    dynamodb: new DynamoDBClient({ ...target.clients.dynamodb, maxAttempts: 1 }),
    sqs: new SQSClient({ ...target.clients.sqs, maxAttempts: 1 }),
    s3: new S3Client({ ...target.clients.s3, maxAttempts: 1 }),
  }
}
