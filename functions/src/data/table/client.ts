/** One DynamoDB client per process. Endpoint and region come from the SDK's own environment variables. */
import { config } from '../../config.ts'
import { createDocumentClient, type DocumentClient } from './document-client.ts'
import { givenTableReader } from './table-reader.ts'

let client: DocumentClient | undefined

export function documentClient(): DocumentClient {
  client ??= createDocumentClient({}, givenTableReader())
  return client
}

export const tableName = (): string => config().TABLE_NAME
