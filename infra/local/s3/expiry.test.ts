import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { type S3Server, startS3 } from './start-s3.ts'

const DAY = 24 * 3_600_000
const dir = mkdtempSync(join(tmpdir(), 'balcao-expiry-'))
const rules = { cors: [], expiry: [{ prefix: 'uploads/', days: 2 }] }
let server: S3Server
let s3: S3Client

const start = async () => {
  server = await startS3({ port: 0, dir })
  server.addBucket('media', rules)
  server.addBucket('other', { cors: [], expiry: [] })
  s3 = new S3Client({ endpoint: server.endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true })
}
beforeAll(start)
afterAll(async () => {
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

const put = (Bucket: string, Key: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
const keys = async (Bucket: string) =>
  ((await s3.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key)

it('removes what lay under the prefix for so many days, bytes too, and nothing else', async () => {
  const kept = ['company/media/a', 'upload', 'uploadsx/a']
  for (const key of [...kept, 'uploads/company/media/a', 'uploads/b']) await put('media', key)
  await put('other', 'uploads/a')
  server.expire(Date.now() + 2 * DAY - 60_000)
  expect(await keys('media')).toHaveLength(5)
  server.expire(Date.now() + 2 * DAY + 60_000)
  expect(await keys('media')).toEqual(kept)
  expect(await keys('other')).toEqual(['uploads/a'])
  await expect.poll(() => readdirSync(join(dir, 'objects')).length).toBe(4)
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'media', Key: 'company/media/a' }))
  expect(await Body?.transformToString()).toBe('company/media/a')
})

it('ends uploads that nobody finished within a day, their parts too', async () => {
  const files = () => readdirSync(join(dir, 'objects')).length
  const before = files()
  const upload = { Bucket: 'media', Key: 'company/media/large' }
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(upload))
  await s3.send(new UploadPartCommand({ ...upload, UploadId, PartNumber: 1, Body: 'part' }))
  server.expire(Date.now() + DAY - 60_000)
  expect((await s3.send(new ListPartsCommand({ ...upload, UploadId }))).Parts).toHaveLength(1)
  server.expire(Date.now() + DAY + 60_000)
  await expect(s3.send(new ListPartsCommand({ ...upload, UploadId }))).rejects.toThrow('upload does not exist')
  await expect.poll(files).toBe(before)
})
