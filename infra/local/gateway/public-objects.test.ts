import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { type S3Server, startS3 } from '../s3/start-s3.ts'
import { createPublicObjects } from './public-objects.ts'
import { serveOrigin } from './serve-origin.ts'

const ends: (() => unknown)[] = []
let url: string

beforeAll(async () => {
  const s3: S3Server = await startS3({ port: 0, dir: mkdtempSync(join(tmpdir(), 'balcao-public-')) })
  ends.push(s3.close)
  s3.addBucket('media', { cors: [], expiry: [] })
  const client = new S3Client({ endpoint: s3.endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true })
  const put = (Key: string) =>
    client.send(
      new PutObjectCommand({
        Bucket: 'media',
        Key,
        Body: 'picture',
        ContentType: 'image/webp',
        CacheControl: 'public, max-age=31536000, immutable',
      }),
    )
  await put('public/a/products/x.webp')
  await put('a/media/kept/secret')
  client.destroy()
  const objects = createPublicObjects(s3.endpoint, 'media', { 'x-content-type-options': 'nosniff' })
  ends.push(objects.close)
  const server = createServer()
  serveOrigin(server, {
    stage: 'api',
    rest: undefined,
    apiHeaders: {},
    publicObjects: objects.serve,
    links: undefined,
    files: async (_, response) => void response.end('web'),
    onPage: () => undefined,
    websocket: undefined,
    addressOf: () => LOOPBACK,
  })
  ends.push(() => closeServer(server))
  url = `http://${LOOPBACK}:${await listen(server, 0)}`
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

it('serves what is public as it was stored, and never runs it', async () => {
  const answer = await fetch(`${url}/public/a/products/x.webp`)
  expect([answer.status, await answer.text()]).toEqual([200, 'picture'])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const again = { headers: { 'if-none-match': answer.headers.get('etag')! } }
  expect((await fetch(`${url}/public/a/products/x.webp`, again)).status).toBe(304)
  const head = await fetch(`${url}/public/a/products/x.webp`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '7'])
})

it('serves nothing else, and takes nothing', async () => {
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(`${url}${path}`, init)).status
  expect(await statusOf('/public/a/products/none.webp')).toBe(403)
  expect(await statusOf('/public/..%2fa/media/kept/secret')).toBe(403)
  expect(await statusOf('/public/%ff')).toBe(403)
  expect(await statusOf('/public/a/products/x.webp', { method: 'PUT', body: 'x' })).toBe(405)
  expect(await (await fetch(`${url}/a/media/kept/secret`)).text()).toBe('web')
})
