import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

export type Clients = { table: DynamoDBDocumentClient; sqs: SQSClient; s3: S3Client }

/**
 * Creates the host's AWS clients. Endpoints come from the SDK's own AWS_ENDPOINT_URL_… variables.
 */
export function createClients(): Clients {
  const dynamodb = new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: { requestTimeout: 5000, connectionTimeout: 2000 },
  })
  return {
    table: DynamoDBDocumentClient.from(dynamodb, { marshallOptions: { removeUndefinedValues: true } }),
    sqs: new SQSClient({ maxAttempts: 4, cacheMiddleware: true }),
    s3: new S3Client({ forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' }),
  }
}
