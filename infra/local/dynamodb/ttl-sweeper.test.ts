import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { testResources } from '../resources.ts'
import { type Services, startServices } from '../start-services.ts'
import { startTtlSweeper } from './ttl-sweeper.ts'

// The table of a server, as its stage declares it.
const resources = () => testResources('server')
const [table] = resources().tables
let services: Services
let client: DynamoDBClient
beforeAll(async () => {
  services = await startServices({ dataDir: null, resources })
  client = new DynamoDBClient({ endpoint: services.endpoints.dynamodb, region: REGION, credentials: CREDENTIALS })
})
afterAll(async () => {
  client.destroy()
  await services.close()
})

const left = async () => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table!.TableName }))
  return Items.map(({ sk }) => sk?.S).sort()
}
const put = (sk: string, inSeconds: number) => {
  const at = String(Math.floor(Date.now() / 1000) + inSeconds)
  const ttl = { [table!.TimeToLiveSpecification!.AttributeName!]: { N: at } }
  return client.send(
    new PutItemCommand({ TableName: table!.TableName, Item: { pk: { S: 'a' }, sk: { S: sk }, ...ttl } }),
  )
}

it('removes what has expired from a server, again and again, and nothing else', async () => {
  await Promise.all([put('expired', -60), put('live', 3600)])
  const stop = startTtlSweeper(services.endpoints.dynamodb, resources().tables, 20)
  try {
    await vi.waitFor(async () => expect(await left()).toEqual(['live']), 30_000)
    await put('later', -60)
    await vi.waitFor(async () => expect(await left()).toEqual(['live']), 30_000)
  } finally {
    stop()
  }
  await put('after', -60)
  expect(await left()).toEqual(['after', 'live'])
})
