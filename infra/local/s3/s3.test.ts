import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { beforeAll, describe, expect, it } from 'vitest'
import { readEnvironment } from '../test/read-environment.ts'
import { targetClients } from '../test/target-clients.ts'

const { s3, target } = targetClients()
const presigner = new S3Client({ ...target.clients.s3, requestChecksumCalculation: 'WHEN_REQUIRED' })
const Bucket = `test-${randomUUID()}`

const put = (Key: string, Body: string | Buffer | Readable, options: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body, ...options }))
const get = (Key: string, options: object = {}) => s3.send(new GetObjectCommand({ Bucket, Key, ...options }))
const bytes = async (found: GetObjectCommandOutput) => Buffer.from((await found.Body?.transformToByteArray()) ?? [])

beforeAll(async () => {
  await s3.send(new CreateBucketCommand({ Bucket }))
  await put('a.txt', 'hello', { ContentType: 'text/plain', Metadata: { foo: 'bar' }, CacheControl: 'no-store' })
})

describe('objects', () => {
  it('keeps bytes, type and metadata', async () => {
    const found = await get('a.txt')
    expect((await bytes(found)).toString()).toBe('hello')
    expect([found.ContentType, found.Metadata?.foo, found.CacheControl]).toEqual(['text/plain', 'bar', 'no-store'])
  })

  it('keeps a stream whole', async () => {
    const body = randomBytes(300_000)
    await put('stream.bin', Readable.from([body.subarray(0, 100_000), body.subarray(100_000)]), {
      ContentLength: body.length,
    })
    expect((await bytes(await get('stream.bin'))).equals(body)).toBe(true)
  })

  it('keeps keys with every kind of character', async () => {
    const key = "pasta/ação & 100% +plus (1) 'x' *.txt"
    await put(key, 'x')
    expect((await bytes(await get(key))).toString()).toBe('x')
    const listed = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'pasta/' }))
    expect(listed.Contents?.map(object => object.Key)).toEqual([key])
  })

  it('keeps an empty object', async () => {
    await put('empty', Buffer.alloc(0))
    expect(await bytes(await get('empty'))).toHaveLength(0)
  })

  it('gives ranges', async () => {
    const middle = await get('a.txt', { Range: 'bytes=1-3' })
    expect([(await bytes(middle)).toString(), middle.ContentRange]).toEqual(['ell', 'bytes 1-3/5'])
    expect((await bytes(await get('a.txt', { Range: 'bytes=-2' }))).toString()).toBe('lo')
    await expect(get('a.txt', { Range: 'bytes=9-' })).rejects.toMatchObject({ name: 'InvalidRange' })
  })

  it('names what is not there', async () => {
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'a.txt' }))).ContentLength).toBe(5)
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key: 'no' }))).rejects.toMatchObject({ name: 'NotFound' })
    await expect(get('no')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(s3.send(new HeadBucketCommand({ Bucket: `no-${Bucket}` }))).rejects.toMatchObject({ name: 'NotFound' })
  })

  it('does not overwrite with `If-None-Match`', async () => {
    await expect(put('a.txt', 'other', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
    expect((await bytes(await get('a.txt'))).toString()).toBe('hello')
    await put(`new-${randomUUID()}`, 'x', { IfNoneMatch: '*' })
  })

  it('lists by prefix, delimiter and page', async () => {
    for (let i = 0; i < 5; i++) await put(`p/${i}/x`, '1')
    const folders = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'p/', Delimiter: '/' }))
    expect(folders.CommonPrefixes?.map(folder => folder.Prefix)).toEqual(['p/0/', 'p/1/', 'p/2/', 'p/3/', 'p/4/'])
    const keys: (string | undefined)[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'p/', MaxKeys: 2, ContinuationToken }))
      keys.push(...(page.Contents ?? []).map(object => object.Key))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    expect(keys).toEqual(['p/0/x', 'p/1/x', 'p/2/x', 'p/3/x', 'p/4/x'])
    const first = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'p/', Delimiter: '/', MaxKeys: 3 }))
    const rest = await s3.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix: 'p/',
        Delimiter: '/',
        ContinuationToken: first.NextContinuationToken,
      }),
    )
    expect(rest.CommonPrefixes?.map(folder => folder.Prefix)).toEqual(['p/3/', 'p/4/'])
  })

  it('copies with metadata', async () => {
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy.txt', CopySource: `${Bucket}/a.txt` }))
    const copy = await get('copy.txt')
    expect([(await bytes(copy)).toString(), copy.ContentType]).toEqual(['hello', 'text/plain'])
  })

  it('copies only what is the same still', async () => {
    const { ETag } = await get('a.txt')
    const copy = (CopySourceIfMatch: string | undefined) =>
      s3.send(new CopyObjectCommand({ Bucket, Key: 'same.txt', CopySource: `${Bucket}/a.txt`, CopySourceIfMatch }))
    await expect(copy('"00000000000000000000000000000000"')).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await expect(get('same.txt')).rejects.toMatchObject({ name: 'NoSuchKey' })
    await copy(ETag)
    expect((await bytes(await get('same.txt'))).toString()).toBe('hello')
  })

  it('deletes one and many', async () => {
    await put('d/1 & <one>', '1')
    await put('d/2', '2')
    await put('d/3', '3')
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'd/3' }))
    const answer = await s3.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'd/1 & <one>' }, { Key: 'd/2' }] } }),
    )
    expect(answer.Deleted).toHaveLength(2)
    const left = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'd/' }))
    expect(left.KeyCount).toBe(0)
  })

  it.skipIf(!target.has('checksums'))('refuses a body that does not match its digest', async () => {
    await expect(put('bad', 'hello', { ChecksumCRC32: 'AAAAAA==' })).rejects.toThrow()
    await expect(get('bad')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it.skipIf(!target.has('not-implemented'))('answers 501 to what it does not do', async () => {
    const refused = { name: 'NotImplemented', $metadata: { httpStatusCode: 501 } }
    const tag = new PutObjectTaggingCommand({ Bucket, Key: 'a.txt', Tagging: { TagSet: [] } })
    await expect(s3.send(tag)).rejects.toMatchObject(refused)
    await expect(s3.send(new GetObjectTaggingCommand({ Bucket, Key: 'a.txt' }))).rejects.toMatchObject(refused)
    expect((await bytes(await get('a.txt'))).toString()).toBe('hello')
  })
})

describe('multipart', () => {
  it('joins 12 MB of parts', async () => {
    const body = randomBytes(12_000_000)
    const chunks = function* () {
      for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536)
    }
    const params = { Bucket, Key: 'big.bin', Body: Readable.from(chunks()) }
    await new Upload({ client: s3, params, partSize: 5 * 1024 * 1024 }).done()
    expect((await bytes(await get('big.bin'))).equals(body)).toBe(true)
  })

  it('lists parts and aborts', async () => {
    const upload = { Bucket, Key: 'aborted' }
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(upload))
    await s3.send(new UploadPartCommand({ ...upload, UploadId, PartNumber: 1, Body: 'x'.repeat(1000) }))
    const { Parts } = await s3.send(new ListPartsCommand({ ...upload, UploadId }))
    expect(Parts?.map(part => [part.PartNumber, part.Size])).toEqual([[1, 1000]])
    await s3.send(new AbortMultipartUploadCommand({ ...upload, UploadId }))
    await expect(s3.send(new ListPartsCommand({ ...upload, UploadId }))).rejects.toMatchObject({ name: 'NoSuchUpload' })
    await expect(get('aborted')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})

describe('signed links', () => {
  it('reads by a link, with the headers it asks for', async () => {
    const url = await getSignedUrl(
      presigner,
      new GetObjectCommand({ Bucket, Key: 'a.txt', ResponseContentDisposition: 'attachment; filename="é.txt"' }),
    )
    const answer = await fetch(url)
    expect([answer.status, await answer.text()]).toEqual([200, 'hello'])
    expect(answer.headers.get('content-disposition')).toContain('attachment')
  })

  it('refuses tampered and expired signatures', async () => {
    const url = await getSignedUrl(presigner, new GetObjectCommand({ Bucket, Key: 'a.txt' }), { expiresIn: 60 })
    const flipped = url.replace(/Signature=(.)/, (_, digit) => `Signature=${digit === '0' ? '1' : '0'}`)
    expect((await fetch(flipped)).status).toBe(403)
    expect((await fetch(url.replace('a.txt', 'copy.txt'))).status).toBe(403)
    const past = new Date(Date.now() - 120_000)
    const old = await getSignedUrl(presigner, new GetObjectCommand({ Bucket, Key: 'a.txt' }), {
      expiresIn: 60,
      signingDate: past,
    })
    expect((await fetch(old)).status).toBe(403)
  })

  it.skipIf(!target.has('anonymous-refusal'))('refuses a caller without a signature', async () => {
    const url = await getSignedUrl(presigner, new GetObjectCommand({ Bucket, Key: 'a.txt' }))
    expect((await fetch(url.split('?')[0]!)).status).toBe(403)
  })

  it('writes by a link', async () => {
    const url = await getSignedUrl(
      presigner,
      new PutObjectCommand({ Bucket, Key: 'put.txt', ContentType: 'text/plain' }),
    )
    const answer = await fetch(url, { method: 'PUT', body: 'put!', headers: { 'content-type': 'text/plain' } })
    expect(answer.status).toBe(200)
    expect((await bytes(await get('put.txt'))).toString()).toBe('put!')
  })

  // By default the SDK signs the checksum of an empty body into the link; AWS then refuses every
  // real body.
  it.skipIf(!target.has('checksums'))('refuses a body by a link that carries the checksum of none', async () => {
    const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'trap.txt' }))
    expect(url).toContain('x-amz-checksum-crc32')
    expect((await fetch(url, { method: 'PUT', body: 'put!' })).status).toBe(400)
  })
})

describe('uploads by form', () => {
  async function upload(size: number, change: (fields: Record<string, string>) => void = () => {}): Promise<number> {
    const { url, fields } = await createPresignedPost(presigner, {
      Bucket,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: S3's own placeholder
      Key: 'up/${filename}',
      Conditions: [
        ['content-length-range', 1, 1000],
        ['starts-with', '$key', 'up/'],
      ],
      Expires: 60,
    })
    change(fields)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob(['x'.repeat(size)]), 'f.txt')
    return (await fetch(url, { method: 'POST', body: form })).status
  }

  it('takes a file within the limits', async () => {
    expect(await upload(500)).toBe(204)
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'up/f.txt' }))).ContentLength).toBe(500)
  })

  it.skipIf(!target.has('post-policy'))(
    'refuses too much, a bad signature, another key and fields the policy does not name',
    async () => {
      expect(await upload(5000)).toBe(400)
      const flip = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1)
      expect(
        await upload(10, fields => {
          fields['X-Amz-Signature'] = flip(fields['X-Amz-Signature']!)
        }),
      ).toBe(403)
      expect(
        await upload(10, fields => {
          fields.key = 'elsewhere'
        }),
      ).toBe(403)
      expect(
        await upload(10, fields => {
          fields['x-amz-meta-extra'] = 'x'
        }),
      ).toBe(403)
    },
  )
})

it.skipIf(!target.has('cors-from-template'))('answers preflights by the rules of its bucket', async () => {
  const { endpoint } = target.clients.s3
  const preflight = (bucket: string, method: string) =>
    fetch(`${endpoint}/${bucket}/a.txt`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    })
  const { mediaBucket } = readEnvironment()
  const allowed = await preflight(mediaBucket, 'PUT')
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect((await preflight(mediaBucket, 'DELETE')).status).toBe(403)
  expect((await preflight(Bucket, 'PUT')).status).toBe(403)
})
