import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'

/**
 * Every row of the table, as it is: for tests that say what is nowhere in it, with a table of their
 * own (`own-table.ts`).
 */
export async function everyRow(): Promise<Record<string, unknown>[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient())
  const rows: Record<string, unknown>[] = []
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName: process.env.TABLE_NAME, ConsistentRead: true },
  ))
    rows.push(...Items)
  return rows
}

/** Every object of the bucket whose key has `part` in it. All tests share the bucket. */
export async function keysWith(part: string): Promise<string[]> {
  const client = new S3Client({ forcePathStyle: true })
  const keys: string[] = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: process.env.MEDIA_BUCKET }))
    keys.push(...Contents.map(({ Key = '' }) => Key))
  return keys.filter(key => key.includes(part)).sort()
}
