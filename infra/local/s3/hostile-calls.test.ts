import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { type S3Server, startS3 } from './start-s3.ts'

// What nobody's SDK sends: any of it is refused with its own answer, and is no fault of ours.

const Bucket = 'media'
const dir = mkdtempSync(join(tmpdir(), 'balcao-s3-'))
const log = vi.spyOn(console, 'error')
let server: S3Server
let client: S3Client

beforeAll(async () => {
  server = await startS3({ port: 0, dir })
  client = new S3Client({
    endpoint: server.endpoint,
    region: REGION,
    credentials: CREDENTIALS,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket }))
})
afterAll(async () => {
  expect(log).not.toHaveBeenCalled()
  client.destroy()
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Returns the headers of a signed GET of a bucket's list. */
function signed(accessKeyId: string, secret: string): Record<string, string> {
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${at.slice(0, 8)}/${REGION}/s3/aws4_request`
  const { host } = new URL(server.endpoint)
  const canonical = ['GET', '/', '', `host:${host}\nx-amz-date:${at}\n`, 'host;x-amz-date', ''].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((before, part) => createHmac('sha256', before).update(part).digest(), `AWS4${secret}`)
  const signature = createHmac('sha256', key).update(`AWS4-HMAC-SHA256\n${at}\n${scope}\n${digest}`).digest('hex')
  return {
    'x-amz-date': at,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  }
}

const list = (accessKeyId: string, secret: string) =>
  fetch(server.endpoint, { headers: signed(accessKeyId, secret) }).then(({ status }) => status)

describe('a signature', () => {
  it('counts by the key alone that was given', async () => {
    expect(await list(CREDENTIALS.accessKeyId, CREDENTIALS.secretAccessKey)).toBe(200)
    expect(await list(CREDENTIALS.accessKeyId, 'another')).toBe(403)
  })

  it.each([
    ['constructor', String(Object)],
    ['toString', String(Object.prototype.toString)],
    ['__proto__', String(Object.prototype)],
    ['valueOf', String(Object.prototype.valueOf)],
  ])('by %s, which every object has, is none', async (name, secret) => {
    expect(await list(name, secret)).toBe(403)
  })
})

describe('a path', () => {
  it.each(['/%', '/media/%E0%A4%A', '/%zz/a', '/media/%'])('%s is no URI', async path => {
    expect((await fetch(server.endpoint + path)).status).toBe(400)
  })
})

describe('a body in chunks', () => {
  const put = async (body: string) => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'chunks' }), { expiresIn: 60 })
    const headers = { 'content-encoding': 'aws-chunked' }
    return (await fetch(url, { method: 'PUT', body, headers })).status
  }

  it('is what its sizes say', async () => {
    expect(await put('5;chunk-signature=1\r\nhello\r\n0\r\n\r\n')).toBe(200)
  })

  it.each([
    ['a negative size', '-5\r\nhello world\r\n0\r\n\r\n'],
    ['no size', 'zz\r\nhello\r\n0\r\n\r\n'],
    ['a size and garbage', '5zz\r\nhello\r\n0\r\n\r\n'],
    ['a size without end', 'f'.repeat(5000)],
    ['a size that nobody sends', 'ffffffff\r\nhello'],
    ['no end', '5\r\nhello\r\n'],
    ['nothing', ''],
  ])('with %s is refused', async (_, body) => {
    expect(await put(body)).toBe(400)
  })
})

describe('a form', () => {
  const post = (type: string, body: string) =>
    fetch(`${server.endpoint}/${Bucket}`, { method: 'POST', body, headers: { 'content-type': type } })

  it.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    [
      'that breaks off',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="key"\r\n\r\nv',
    ],
    [
      'with fields without end',
      'multipart/form-data; boundary=b',
      `${'--b\r\ncontent-disposition: form-data; name="key"\r\n\r\nv\r\n'.repeat(5000)}--b--\r\n`,
    ],
    ['without a file', 'multipart/form-data; boundary=b', '--b--\r\n'],
  ])('%s is refused', async (_, type, body) => {
    expect((await post(type, body)).status).toBe(400)
  })

  it.each(['__proto__', 'constructor', 'toString'])('with a field %s is refused by its policy', async name => {
    const { url, fields } = await createPresignedPost(client, { Bucket, Key: 'form', Expires: 60 })
    const form = new FormData()
    for (const [field, value] of [...Object.entries(fields), [name, 'x']]) form.append(field!, value!)
    form.append('file', new Blob(['x']), 'f.txt')
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(403)
  })

  it('whose client leaves in the middle of the file leaves nothing behind', async () => {
    const { fields } = await createPresignedPost(client, { Bucket, Key: 'left', Expires: 60 })
    const parts = Object.entries({ ...fields, file: '' }).map(
      ([name, value]) =>
        `--b\r\ncontent-disposition: form-data; name="${name}"${name === 'file' ? '; filename="f"' : ''}\r\n\r\n${value}`,
    )
    const files = () => readdirSync(join(dir, 'objects'))
    const before = files()
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    const head = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n'
    socket.write(`POST /${Bucket} HTTP/1.1\r\nhost: x\r\n${head}${parts.join('\r\n')}${'x'.repeat(100_000)}`)
    await vi.waitFor(() => expect(files().length).toBe(before.length + 1))
    socket.destroy()
    await vi.waitFor(() => expect(files()).toEqual(before))
  })
})
