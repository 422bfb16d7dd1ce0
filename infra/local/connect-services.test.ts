import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from './aws-names.ts'
import { type Services, startServices } from './start-services.ts'
import { type FixtureCloud, startFixture } from './test/start-fixture.ts'

// Services that the cloud knows only by their endpoints, as it would know LocalStack.
let foreign: Services
let cloud: FixtureCloud
beforeAll(async () => {
  foreign = await startServices({ dataDir: null, resources: { tables: [], queues: [], buckets: [] } })
  cloud = await startFixture({ endpoints: foreign.endpoints })
})
afterAll(async () => {
  await cloud.close()
  await foreign.close()
})

it('serves gateways and functions beside services that are not ours', async () => {
  const seen = (await (await fetch(`${cloud.url}/api/things/env`)).json()) as Record<string, string>
  expect(seen.AWS_ENDPOINT_URL_SQS).toBe(foreign.endpoints.sqs)
  expect(cloud.dynamodbPid()).toBeUndefined()
})

it('feeds functions from their queues', async () => {
  const sqs = new SQSClient({
    endpoint: foreign.endpoints.sqs,
    region: REGION,
    credentials: CREDENTIALS,
  })
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: cloud.queueUrl('fixture-jobs'),
      MessageBody: 'from afar',
      MessageAttributes: { b: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2]) } },
    }),
  )
  await cloud.recorded(entry => entry.end?.includes('from afar') ?? false)
  expect(cloud.records().find(entry => entry.start)?.attributes).toEqual({
    b: { dataType: 'Binary', binaryValue: 'AQI=' },
  })
})

it('provisions again without complaint', async () => {
  const again = await startFixture({ endpoints: foreign.endpoints })
  expect((await fetch(`${again.url}/api/things`)).status).toBe(200)
  await again.close()
})
