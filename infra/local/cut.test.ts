import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DeleteObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from './aws-names.ts'
import { cutOperations } from './cut.ts'
import { type Services, startServices } from './start-services.ts'

const Bucket = 'media'
let dataDir: string
let services: Services
let s3: S3Client
const files = () => readdirSync(join(dataDir, 's3/objects'))
const cut = (call: string) => cutOperations(services.cut!)[call]!()

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-cut-'))
  const queues = [{ name: 'work', attributes: {} }]
  const resources = { tables: [], queues, buckets: [{ name: Bucket, cors: [], expiry: [] }] }
  services = await startServices({ dataDir, resources })
  s3 = new S3Client({ endpoint: services.endpoints.s3, region: REGION, credentials: CREDENTIALS, forcePathStyle: true })
})
afterAll(async () => {
  s3.destroy()
  await services.close()
  rmSync(dataDir, { recursive: true })
})

/** Returns true if some work has not ended after a moment. */
const waits = async (work: Promise<unknown>) => (await Promise.race([work, sleep(100, 'waits')])) === 'waits'

describe('a cut', () => {
  it('holds back every call of the queues and every deletion until it is resumed', async () => {
    const QueueUrl = services.queueUrl('work')
    const poll = services.sqs.call('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 20 })
    await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'a' }))
    const { pausedUntil } = (await cut('POST /pause')) as { pausedUntil: number }
    expect(pausedUntil).toBeGreaterThan(Date.now() + 1000)
    const sent = services.sqs.call('SendMessage', { QueueUrl, MessageBody: 'hello' })
    const deleted = s3.send(new DeleteObjectCommand({ Bucket, Key: 'a' }))
    expect(await waits(Promise.race([sent, poll, deleted]))).toBe(true)
    await s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))
    await cut('DELETE /pause')
    await Promise.all([sent, deleted])
    expect((await poll).Messages).toMatchObject([{ Body: 'hello' }])
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).rejects.toThrow()
  })

  it('ends by itself when nobody resumes it', async () => {
    const { pausedUntil } = await services.cut!.pause()
    await services.sqs.call('SendMessage', { QueueUrl: services.queueUrl('work'), MessageBody: 'later' })
    expect(Date.now()).toBeGreaterThanOrEqual(pausedUntil - 1)
  })

  it('keeps files of deleted and replaced objects while they are held', async () => {
    const before = files().length
    await s3.send(new PutObjectCommand({ Bucket, Key: 'b', Body: 'first' }))
    await cut('POST /deletions/hold')
    await s3.send(new PutObjectCommand({ Bucket, Key: 'b', Body: 'second' }))
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'b' }))
    expect(files()).toHaveLength(before + 2)
    await cut('DELETE /deletions/hold')
    expect(files()).toHaveLength(before)
  })
})
