import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Sets the end of a company's subscription to yesterday in the product's table: no API call does.
 */
export async function expire(companyId: string): Promise<void> {
  const { dynamodb } = JSON.parse(readFileSync(join(inject('product').dataDir, 'ports.json'), 'utf8')) as {
    dynamodb: number
  }
  const ask = async <T>(operation: string, body: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${dynamodb}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        // The local database requires a key name but does not check the signature.
        authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
        'x-amz-date': '20260101T000000Z',
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${operation} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const { TableNames } = await ask<{ TableNames: string[] }>('ListTables', {})
  await ask('UpdateItem', {
    TableName: TableNames[0],
    Key: { pk: { S: `${companyId}#company` }, sk: { S: 'company' } },
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET dueDate = :dueDate',
    ExpressionAttributeValues: { ':dueDate': { S: new Date(Date.now() - 86_400_000).toISOString() } },
  })
}
