/**
 * The DynamoDB client, one per process. Endpoint and region come from the SDK's own environment
 * variables.
 */
import { config } from '../../config.ts'
import { createDocumentClient, type DocumentClient } from './document-client.ts'

let client: DocumentClient | undefined

export function documentClient(): DocumentClient {
  client ??= createDocumentClient()
  return client
}

export const tableName = (): string => config().TABLE_NAME
