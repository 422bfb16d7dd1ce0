import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from './aws-names.ts'
import { resourceNames, testResources } from './resources.ts'
import { type Services, startServices } from './start-services.ts'

const TableName = resourceNames('local').table
const dir = mkdtempSync(join(tmpdir(), 'balcao-reads-engine-'))
let services: Services
let table: DynamoDBDocumentClient
let reads: DynamoDBDocumentClient
const clientOf = (endpoint: string) =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS, maxAttempts: 10 }),
  )

beforeAll(async () => {
  services = await startServices({ dataDir: dir, resources: testResources('local') })
  table = clientOf(services.endpoints.dynamodb)
  reads = clientOf(services.readsEndpoint!)
})
afterAll(async () => {
  for (const client of [table, reads]) client.destroy()
  await services.close()
  rmSync(dir, { recursive: true })
})

const put = (pk: string, n: number) => table.send(new PutCommand({ TableName, Item: { pk, sk: '0', n } }))
const get = async (pk: string) =>
  (await reads.send(new GetCommand({ TableName, Key: { pk, sk: '0' }, ConsistentRead: true }))).Item?.n
/** Ends an engine, which is started again on its port. */
const kill = (name: string) => process.kill(Number(readFileSync(join(dir, `${name}.pid`), 'utf8')), 'SIGKILL')

it('reads what was written, from the moment on at which it was acknowledged', async () => {
  const rounds = async (pk: string) => {
    for (let n = 0; n < 100; n++) {
      await put(pk, n)
      expect(await get(pk)).toBe(n)
    }
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(rounds))
})

it('reads all of a transaction or nothing', async () => {
  let isWriting = true
  const write = async () => {
    for (let n = 0; n < 60; n++) {
      const items = Array.from({ length: 25 }, (_, i) => ({ pk: 'whole', sk: String(i).padStart(2, '0'), n }))
      await table.send(new TransactWriteCommand({ TransactItems: items.map(Item => ({ Put: { TableName, Item } })) }))
    }
    isWriting = false
  }
  const read = async () => {
    let seen = 0
    while (isWriting) {
      const { Items = [] } = await reads.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: { ':p': 'whole' },
        }),
      )
      expect(new Set(Items.map(({ n }) => n)).size).toBeLessThanOrEqual(1)
      if (Items.length > 0) seen++
    }
    return seen
  }
  const [, seen] = await Promise.all([write(), read()])
  expect(seen).toBeGreaterThan(0)
})

it('goes on after either engine was killed', async () => {
  await put('killed', 1)
  kill('dynamodb-reads')
  expect(await get('killed')).toBe(1)
  kill('dynamodb')
  expect(await get('killed')).toBe(1)
  await put('killed', 2)
  expect(await get('killed')).toBe(2)
})

it('has its port again at the next start', async () => {
  const before = [services.endpoints.dynamodb, services.readsEndpoint]
  await services.close()
  services = await startServices({ dataDir: dir, resources: testResources('local') })
  expect([services.endpoints.dynamodb, services.readsEndpoint]).toEqual(before)
  expect(await get('killed')).toBe(2)
})
