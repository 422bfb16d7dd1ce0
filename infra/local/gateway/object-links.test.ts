import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { startS3 } from '../s3/start-s3.ts'
import { clientAddresses } from './client-address.ts'
import { createObjectLinks } from './object-links.ts'
import { serveOrigin } from './serve-origin.ts'

const ends: (() => unknown)[] = []
const PUBLIC_URL = 'https://shop.example'
let url: string
let signer: S3Client
let insider: S3Client

/** Returns a link as a proxy passes it on to this machine. */
const behindProxy = (link: string) => link.replace(PUBLIC_URL, url)

beforeAll(async () => {
  const s3 = await startS3({ port: 0, dir: mkdtempSync(join(tmpdir(), 'balcao-links-')) })
  ends.push(s3.close)
  s3.addBucket('media', { cors: [{ methods: ['GET'], origins: ['*'], headers: ['*'], expose: [] }], expiry: [] })
  const links = createObjectLinks({ s3, publicUrl: PUBLIC_URL, secret: 'a secret that nobody else knows' })
  const server = createServer()
  serveOrigin(server, {
    stage: 'api',
    rest: undefined,
    apiHeaders: {},
    publicObjects: async (_, response) => void response.end('public'),
    links,
    files: async (_, response) => void response.end('web'),
    onPage: () => undefined,
    websocket: undefined,
    addressOf: clientAddresses([]),
  })
  ends.push(() => closeServer(server))
  url = `http://${LOOPBACK}:${await listen(server, 0)}`
  const common = { region: REGION, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' as const }
  const { MEDIA_LINKS_URL, MEDIA_LINKS_KEY_ID, MEDIA_LINKS_KEY } = links.env
  const credentials = { accessKeyId: MEDIA_LINKS_KEY_ID!, secretAccessKey: MEDIA_LINKS_KEY! }
  signer = new S3Client({ ...common, endpoint: MEDIA_LINKS_URL!, credentials })
  insider = new S3Client({ ...common, endpoint: MEDIA_LINKS_URL!, credentials: CREDENTIALS })
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

it('takes a signed form and serves a signed link, of which nothing runs', async () => {
  const form = await createPresignedPost(signer, {
    Bucket: 'media',
    Key: 'a/file',
    Fields: { 'Content-Type': 'image/png' },
  })
  const body = new FormData()
  for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
  body.append('file', new Blob(['picture']))
  expect(form.url).toBe(`${PUBLIC_URL}/objects/media`)
  expect((await fetch(behindProxy(form.url), { method: 'POST', body })).status).toBe(204)

  const link = await getSignedUrl(signer, new GetObjectCommand({ Bucket: 'media', Key: 'a/file' }))
  const answer = await fetch(behindProxy(link), { headers: { origin: 'https://elsewhere.example' } })
  expect([answer.status, await answer.text()]).toEqual([200, 'picture'])
  const headers = Object.fromEntries(answer.headers)
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(headers['content-security-policy']).toContain("script-src 'none'")
  expect(headers['strict-transport-security']).toContain('max-age=')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect((await fetch(behindProxy(link.replace('a/file', 'a/other')))).status).toBe(403)
})

it('refuses what the key of the machine signed, and everything that is no link', async () => {
  const link = await getSignedUrl(insider, new GetObjectCommand({ Bucket: 'media', Key: 'a/file' }))
  expect((await fetch(behindProxy(link))).status).toBe(403)
  const list = await getSignedUrl(insider, new ListObjectsV2Command({ Bucket: 'media' }))
  expect((await fetch(behindProxy(list))).status).toBe(403)
  const remove = await getSignedUrl(signer, new DeleteObjectCommand({ Bucket: 'media', Key: 'a/file' }))
  expect((await fetch(behindProxy(remove), { method: 'DELETE' })).status).toBe(405)
  expect((await fetch(`${url}/objects/media/a/file`)).status).toBe(403)
})
