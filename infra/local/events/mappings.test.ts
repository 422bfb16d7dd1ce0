import { randomUUID } from 'node:crypto'
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { type FixtureCloud, startFixture } from '../test/start-fixture.ts'

let cloud: FixtureCloud
let sqs: SQSClient
beforeAll(async () => {
  cloud = await startFixture({ only: ['schedules'] })
  sqs = new SQSClient({ endpoint: cloud.endpoints.sqs, region: REGION, credentials: CREDENTIALS })
})
afterAll(() => cloud.close())

let run = ''
beforeEach(() => {
  run = randomUUID().slice(0, 8)
})

async function send(queue: string, messages: { body: string; group?: string; attributes?: object }[]): Promise<void> {
  await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: cloud.queueUrl(queue),
      Entries: messages.map(({ body, group, attributes }, i) => ({
        Id: String(i),
        MessageBody: body,
        ...(group ? { MessageGroupId: group, MessageDeduplicationId: randomUUID() } : {}),
        ...(attributes ? { MessageAttributes: attributes as never } : {}),
      })),
    }),
  )
}

async function left(queue: string): Promise<number[]> {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: cloud.queueUrl(queue), AttributeNames: ['All'] }),
  )
  return [Number(Attributes?.ApproximateNumberOfMessages), Number(Attributes?.ApproximateNumberOfMessagesNotVisible)]
}

const starts = (body: string) => cloud.records().filter(entry => entry.start?.includes(body)).length
const ended = (body: string) => cloud.recorded(entry => entry.end?.includes(body) ?? false)

describe('a standard queue', () => {
  it('hands over records as Lambda gets them, and deletes what was done', async () => {
    const body = `plain-${run}`
    await send('fixture-jobs', [{ body, attributes: { kind: { DataType: 'String', StringValue: 'x' } } }])
    await ended(body)
    expect(cloud.records().find(entry => entry.start?.includes(body))).toMatchObject({
      arn: 'arn:aws:sqs:us-east-1:000000000000:fixture-jobs',
      attributes: { kind: { dataType: 'String', stringValue: 'x' } },
    })
    await expect.poll(() => left('fixture-jobs')).toEqual([0, 0])
  })

  it('deletes nine of ten when one fails, and brings the one again', async () => {
    const bodies = Array.from({ length: 9 }, (_, i) => `fine-${i}-${run}`)
    const poison = `poison-${run}`
    await send(
      'fixture-jobs',
      [...bodies, poison].map(body => ({ body })),
    )
    await ended(poison)
    await expect.poll(() => left('fixture-jobs')).toEqual([0, 1])
    await expect.poll(() => starts(poison), { timeout: 30_000 }).toBeGreaterThan(1)
    for (const body of bodies) expect(starts(body)).toBe(1)
  })

  it('brings everything again when the function dies', async () => {
    await send('fixture-jobs', [{ body: `before-${run}` }])
    await ended(`before-${run}`)
    const body = `wait-1500-${run}`
    await send('fixture-jobs', [{ body }])
    await cloud.recorded(entry => entry.start?.includes(body) ?? false)
    await cloud.functions.terminate('fixture-worker')
    await ended(body)
    expect(starts(body)).toBeGreaterThan(1)
  })
})

describe('a FIFO queue', () => {
  it('works on groups side by side and on each in order', async () => {
    const a = Array.from({ length: 4 }, (_, i) => `wait-50-a${i}-${run}`)
    const b = Array.from({ length: 4 }, (_, i) => `wait-50-b${i}-${run}`)
    await send('fixture-events.fifo', [
      ...a.map(body => ({ body, group: `a-${run}` })),
      ...b.map(body => ({ body, group: `b-${run}` })),
    ])
    await Promise.all([ended(a[3]!), ended(b[3]!)])
    const mine = cloud
      .records()
      .filter(entry => [...(entry.start ?? []), ...(entry.end ?? [])].some(x => x.endsWith(run)))
    // Each invocation holds messages of one group.
    for (const { start } of mine)
      expect(new Set(start?.map(body => body.split('-')[2]?.[0])).size).toBeLessThanOrEqual(1)
    // On a busy machine, work that outlasts its visibility is delivered once more, in the same
    // order.
    const order = (group: string) => [
      ...new Set(mine.flatMap(entry => entry.start ?? []).filter(body => body.startsWith(`wait-50-${group}`))),
    ]
    expect(order('a')).toEqual(a)
    expect(order('b')).toEqual(b)
    // The second group began before the first had ended.
    const firstEnd = mine.findIndex(entry => entry.end)
    const begun = new Set(
      mine
        .slice(0, firstEnd)
        .flatMap(entry => entry.start ?? [])
        .map(body => body.split('-')[2]?.[0]),
    )
    expect(begun.size).toBe(2)
  })

  it('holds a group back behind a message that fails, and lets it go with the dead letter', async () => {
    const group = `c-${run}`
    const poison = `poison-${run}`
    await send('fixture-events.fifo', [{ body: poison, group }])
    await ended(poison)
    await send('fixture-events.fifo', [{ body: `after-${run}`, group }])
    await ended(`after-${run}`)
    expect(starts(poison)).toBe(2)
    const order = cloud
      .records()
      .flatMap(entry => entry.start ?? [])
      .filter(body => body.endsWith(run))
    expect(order).toEqual([poison, poison, `after-${run}`])
    const { Messages } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: cloud.queueUrl('fixture-dead.fifo'),
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 5,
      }),
    )
    expect(Messages?.map(message => message.Body)).toContain(poison)
  })
})

it('runs a rate schedule at once', async () => {
  expect((await cloud.recorded(entry => 'tick' in entry)).tick).toEqual({ by: 'schedule' })
})
