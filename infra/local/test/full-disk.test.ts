import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { roomIn, StorageFullError } from '../disk.ts'
import { startDynamoDb } from '../dynamodb/start-dynamodb.ts'
import { startS3 } from '../s3/start-s3.ts'
import { createSqsEngine } from '../sqs/sqs-engine.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const MIB = 2 ** 20
/** Stands in on a machine without a small disk, where everything below is left out. */
const NO_DISK = {} as SmallDisk
const disk = await mountSmallDisk(64)
if (!disk) console.warn('LEFT OUT: what a full disk does cannot be tested where no small one can be mounted')
afterAll(() => disk?.close())

describe.skipIf(!disk)('a disk without room', () => {
  const { dir, fill, empty } = disk ?? NO_DISK
  const ends: (() => unknown)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  beforeAll(empty)

  it('is the reason the table gives, which changes nothing, and it goes on when there is room', async () => {
    const table = await startDynamoDb({ port: 0, dir })
    ends.push(table.close)
    const client = new DynamoDBClient({ region: REGION, credentials: CREDENTIALS, endpoint: table.endpoint })
    await client.send(
      new CreateTableCommand({
        TableName: 'rows',
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      }),
    )
    const put = (pk: string) =>
      client.send(new PutItemCommand({ TableName: 'rows', Item: { pk: { S: pk }, text: { S: 'x'.repeat(50_000) } } }))
    const has = async (pk: string) =>
      (await client.send(new GetItemCommand({ TableName: 'rows', Key: { pk: { S: pk } } }))).Item !== undefined

    await fill(MIB)
    const stored: string[] = []
    let refused: Error | undefined
    for (let n = 0; !refused && n < 1000; n++) {
      await put(`row ${n}`).then(
        () => stored.push(`row ${n}`),
        error => {
          refused = error as Error
        },
      )
    }
    // The product reads this text (functions/src/integrations/storage-full.ts).
    expect(refused?.message).toContain('disk is full')
    expect(await has(`row ${stored.length}`)).toBe(false)
    await empty()
    await put('later')
    expect(await has('later')).toBe(true)
    for (const pk of stored) expect(await has(pk)).toBe(true)
  })

  it('makes the queues refuse whole calls, and keep what they have', async () => {
    const engine = createSqsEngine({
      file: join(dir, 'sqs.sqlite'),
      account: '0',
      region: 'r',
      queueUrl: name => name,
      room: roomIn(dir),
    })
    ends.push(engine.close)
    for (const QueueName of ['x-inbound.fifo', 'x-jobs'])
      await engine.call('CreateQueue', {
        QueueName,
        Attributes: QueueName.endsWith('fifo') ? { FifoQueue: 'true' } : {},
      })
    let sent = 0
    const inbound = () =>
      engine.call('SendMessage', {
        QueueUrl: 'x-inbound.fifo',
        MessageBody: `message ${++sent}`,
        MessageGroupId: 'chat',
        MessageDeduplicationId: String(sent),
      })
    const job = (text: string) => engine.call('SendMessage', { QueueUrl: 'x-jobs', MessageBody: text })
    const receive = async (QueueUrl: string) =>
      ((await engine.call('ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 })).Messages ?? []) as {
        Body: string
      }[]
    await inbound()
    await job('before')

    // Messages of phones wait first, accepted work goes on.
    await fill(4 * MIB - 1)
    await expect(inbound()).rejects.toBeInstanceOf(StorageFullError)
    await job('work')
    expect((await receive('x-jobs')).map(({ Body }) => Body)).toEqual(['before', 'work'])

    await fill(0)
    const large = 'x'.repeat(500_000)
    await expect(async () => {
      for (let n = 0; n < 100; n++) await job(large)
    }).rejects.toBeInstanceOf(StorageFullError)
    // Nothing is handed out that could not be stored.
    expect(await receive('x-inbound.fifo')).toEqual([])

    await empty()
    expect((await receive('x-inbound.fifo')).map(({ Body }) => Body)).toEqual(['message 1'])
    await inbound()
    await job('after')
  })

  it('makes the bucket refuse objects before the reserve is spent, and leaves nothing of them', async () => {
    const folder = join(dir, 's3')
    mkdirSync(folder)
    const s3 = await startS3({ port: 0, dir: folder })
    ends.push(s3.close)
    s3.addBucket('media', { cors: [], expiry: [] })
    const client = new S3Client({
      region: REGION,
      credentials: CREDENTIALS,
      endpoint: s3.endpoint,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    const put = (Key: string, bytes: number) =>
      client.send(new PutObjectCommand({ Bucket: 'media', Key, Body: Buffer.alloc(bytes) }))
    await put('before', MIB)
    await fill(8 * MIB)
    // Too large for what is left: it is given up while it streams.
    await expect(put('large', 12 * MIB)).rejects.toMatchObject({
      name: 'StorageFull',
      $metadata: { httpStatusCode: 507 },
    })
    expect(readdirSync(join(folder, 'objects'))).toHaveLength(1)
    await fill(0)
    await expect(put('small', 1)).rejects.toMatchObject({ name: 'StorageFull' })
    await empty()
    await put('small', 1)
    expect((await client.send(new GetObjectCommand({ Bucket: 'media', Key: 'before' }))).ContentLength).toBe(MIB)
  })
})
