import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import {
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { spawnChild } from '../child-process.ts'
import { startDynamoDb } from '../dynamodb/start-dynamodb.ts'
import { isAlive } from './is-alive.ts'
import { writeFixture } from './write-fixture.ts'

const ROUNDS = 3
/** Number of acknowledged calls in each round before something dies, however long that takes. */
const PER_ROUND = 25
const POLLING = { timeout: 60_000, interval: 10 }
const clientOptions = (endpoint: string) => ({
  endpoint,
  region: REGION,
  credentials: CREDENTIALS,
  maxAttempts: 1,
})

const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

/** Starts a program of this folder and waits for its first line. */
async function run(program: string, args: string[]): Promise<{ child: ChildProcess; line: string }> {
  const file = join(import.meta.dirname, program)
  const child = spawnChild(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    output: 'pipe',
  })
  children.add(child)
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return { child, line }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Repeats some work in parallel until stopped; work that fails was not acknowledged. */
function load(workers: number, work: (id: string) => Promise<void>): () => Promise<void> {
  let stopped = false
  const loops = Array.from({ length: workers }, async () => {
    while (!stopped) await work(randomUUID()).catch(() => sleep(5))
  })
  return async () => {
    stopped = true
    await Promise.all(loops)
  }
}

describe('SQS', () => {
  it('keeps every acknowledged message when it is killed', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'balcao-kill-')), 'sqs.sqlite')
    const acknowledged = new Set<string>()
    const received = new Set<string>()
    let { child, line } = await run('sqs-process.ts', [file, '0'])
    const endpoint = line
    const sqs = new SQSClient(clientOptions(endpoint))
    const { QueueUrl } = await sqs.send(
      new CreateQueueCommand({ QueueName: 'kill', Attributes: { VisibilityTimeout: '300' } }),
    )
    for (let round = 0; round < ROUNDS; round++) {
      const before = acknowledged.size
      const stop = load(8, async id => {
        await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: id }))
        acknowledged.add(id)
      })
      await expect.poll(() => acknowledged.size, POLLING).toBeGreaterThan(before + PER_ROUND)
      // Receives some without deleting them, so that they are in flight at the death: their
      // visibility would last for minutes.
      await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
      await kill(child)
      await stop()
      ;({ child, line } = await run('sqs-process.ts', [file, new URL(endpoint).port]))
      expect(line).toBe(endpoint)
    }
    for (;;) {
      const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }))
      if (!Messages) break
      for (const { Body } of Messages) received.add(Body!)
      const Entries = Messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }))
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
    }
    expect([...acknowledged].filter(id => !received.has(id))).toEqual([])
  })
})

describe('DynamoDB', () => {
  it('is started again when it is killed, with every acknowledged write, whole transactions and indexes', async () => {
    const server = await startDynamoDb({ port: 0, dir: mkdtempSync(join(tmpdir(), 'balcao-kill-')) })
    const raw = new DynamoDBClient({ ...clientOptions(server.endpoint), maxAttempts: 10 })
    const client = DynamoDBDocumentClient.from(raw)
    const TableName = 'kill'
    const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
    const schema = (hash: string) => [
      { AttributeName: hash, KeyType: 'HASH' as const },
      { AttributeName: 'sk', KeyType: 'RANGE' as const },
    ]
    await raw.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: ['pk', 'sk', 'g'].map(attribute),
        KeySchema: schema('pk'),
        GlobalSecondaryIndexes: [{ IndexName: 'gsi', KeySchema: schema('g'), Projection: { ProjectionType: 'ALL' } }],
      }),
    )
    const acknowledged = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      let before = acknowledged.size
      const stop = load(8, async sk => {
        const Item = { pk: 'plain', sk, g: 'all' }
        if (sk.startsWith('0') || sk.startsWith('a')) {
          const Put = (pk: string) => ({ Put: { TableName, Item: { ...Item, pk } } })
          await client.send(new TransactWriteCommand({ TransactItems: [Put('first'), Put('second')] }))
          acknowledged.add(`first ${sk}`).add(`second ${sk}`)
        } else {
          await client.send(new PutCommand({ TableName, Item }))
          acknowledged.add(`plain ${sk}`)
        }
      })
      await expect.poll(() => acknowledged.size, POLLING).toBeGreaterThan(before + PER_ROUND)
      const pid = server.pid()!
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => server.pid(), POLLING).not.toBe(pid)
      // More than what was under way when it died.
      before = acknowledged.size
      await expect.poll(() => acknowledged.size, POLLING).toBeGreaterThan(before + PER_ROUND)
      await stop()
    }
    const all = async (
      read: (
        from?: Record<string, unknown>,
      ) => Promise<{ Items?: Record<string, unknown>[]; LastEvaluatedKey?: Record<string, unknown> }>,
    ) => {
      const found = new Set<string>()
      let from: Record<string, unknown> | undefined
      do {
        const page = await read(from)
        for (const item of page.Items ?? []) found.add(`${item.pk} ${item.sk}`)
        from = page.LastEvaluatedKey
      } while (from)
      return found
    }
    const items = await all(ExclusiveStartKey => client.send(new ScanCommand({ TableName, ExclusiveStartKey })))
    const indexed = await all(ExclusiveStartKey =>
      client.send(
        new QueryCommand({
          TableName,
          IndexName: 'gsi',
          KeyConditionExpression: 'g = :g',
          ExpressionAttributeValues: { ':g': 'all' },
          ExclusiveStartKey,
        }),
      ),
    )
    expect([...acknowledged].filter(key => !items.has(key))).toEqual([])
    expect([...items].filter(key => !indexed.has(key))).toEqual([])
    expect([...items].filter(key => key.startsWith('first ') && !items.has(key.replace('first', 'second')))).toEqual([])
    await server.close()
  })
})

type Where = {
  endpoints: { dynamodb: string; sqs: string; s3: string }
  events: string
  jobs: string
  bucket: string
  tableName: string
  dynamodb: number
}

describe('the whole local cloud', () => {
  it('loses nothing it acknowledged when it is killed under load, and leaves no process behind', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'balcao-kill-'))
    writeFixture(dir)
    const messages = new Set<string>()
    const objects = new Set<string>()
    const items = new Set<string>()
    let { child, line } = await run('fixture-process.ts', [dir])
    let where = JSON.parse(line) as Where
    const first = where

    for (let round = 0; round < ROUNDS; round++) {
      const sqs = new SQSClient(clientOptions(where.endpoints.sqs))
      const s3 = new S3Client({ ...clientOptions(where.endpoints.s3), forcePathStyle: true })
      const table = DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(where.endpoints.dynamodb)))
      const least = () => Math.min(messages.size, objects.size, items.size)
      const before = least()
      const stops = [
        load(4, async id => {
          const body = `wait-20-${id}`
          const fifo = { MessageGroupId: id.slice(0, 1), MessageDeduplicationId: id }
          await sqs.send(new SendMessageCommand({ QueueUrl: where.events, MessageBody: body, ...fifo }))
          messages.add(body)
        }),
        load(2, async id => {
          await sqs.send(new SendMessageCommand({ QueueUrl: where.jobs, MessageBody: id }))
          messages.add(id)
        }),
        load(2, async id => {
          await s3.send(new PutObjectCommand({ Bucket: where.bucket, Key: id, Body: id.repeat(500) }))
          objects.add(id)
        }),
        load(2, async id => {
          await table.send(new PutCommand({ TableName: where.tableName, Item: { pk: 'kill', sk: id } }))
          items.add(id)
        }),
      ]
      await expect.poll(least, POLLING).toBeGreaterThan(before + PER_ROUND)
      const engine = where.dynamodb
      await kill(child)
      await Promise.all(stops.map(stop => stop()))
      await expect.poll(() => isAlive(engine), POLLING).toBe(false)
      ;({ child, line } = await run('fixture-process.ts', [dir]))
      where = JSON.parse(line) as Where
      // Clients and links that outlive the restart still find it.
      expect(where.endpoints).toEqual(first.endpoints)
    }

    const records = () => readFileSync(join(dir, 'records.jsonl'), 'utf8')
    const done = () => {
      const text = records()
      return [...messages].filter(body => !new RegExp(`"end":\\[[^\\]]*${body}`).test(text)).length
    }
    await expect.poll(done, { timeout: 60_000, interval: 1000 }).toBe(0)
    const sqs = new SQSClient(clientOptions(where.endpoints.sqs))
    const left = async () => {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: where.events, AttributeNames: ['All'] }),
      )
      return Number(Attributes?.ApproximateNumberOfMessages) + Number(Attributes?.ApproximateNumberOfMessagesNotVisible)
    }
    await expect.poll(left, { timeout: 10_000 }).toBe(0)

    const s3 = new S3Client({ ...clientOptions(where.endpoints.s3), forcePathStyle: true })
    for (const id of objects) {
      const found = await s3.send(new GetObjectCommand({ Bucket: where.bucket, Key: id }))
      expect(await found.Body?.transformToString()).toBe(id.repeat(500))
    }
    const listed = await s3.send(new ListObjectsV2Command({ Bucket: where.bucket }))
    expect(listed.KeyCount).toBeGreaterThan(0)

    const table = DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(where.endpoints.dynamodb)))
    const found = new Set<unknown>()
    let ExclusiveStartKey: Record<string, unknown> | undefined
    do {
      const page = await table.send(
        new QueryCommand({
          TableName: where.tableName,
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: { ':p': 'kill' },
          ExclusiveStartKey,
        }),
      )
      for (const item of page.Items ?? []) found.add(item.sk)
      ExclusiveStartKey = page.LastEvaluatedKey
    } while (ExclusiveStartKey)
    expect([...items].filter(id => !found.has(id))).toEqual([])
    await kill(child)
  })
})
