import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { keptConnections } from '@balcao/functions/integrations/aws/json-call.ts'

/** Creates the SDK's own document client, as in its documentation. */
export function createDocumentClient(given: DynamoDBClientConfig = {}) {
  const client = new DynamoDBClient({
    ...given,
    maxAttempts: 5,
    requestHandler: keptConnections(),
  })
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}
