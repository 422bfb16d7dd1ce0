/** The media bucket: signed links to read, signed forms to write, and the few objects the functions touch themselves. */
import { Readable } from 'node:stream'
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { isShown, servedType } from '@balcao/shared/media.ts'
import { config } from '../config.ts'

let client: S3Client | undefined

const s3 = (): S3Client => {
  client ??= new S3Client({
    forcePathStyle: true,
    // Otherwise the SDK signs the checksum of an empty body, and the wish for one, into links.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
  })
  return client
}

const WINDOW_SECONDS = 600
/** A link is the same for a window, so that browsers can cache, and lives at least another one. */
const LIFETIME_SECONDS = 2 * WINDOW_SECONDS

const links = new Map<string, { window: number; url: Promise<string> }>()
const MOST_LINKS = 5000

/** `attachment; filename*=UTF-8''…` with every character outside of the token set encoded (RFC 8187). */
const dispositionOf = (mimetype: string, fileName: string | undefined): string => {
  const kind = isShown(mimetype) ? 'inline' : 'attachment'
  if (!fileName) return kind
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*!]/g, sign => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `${kind}; filename*=UTF-8''${encoded}`
}

/**
 * A link to an object, good for 10 to 20 minutes. Only after the caller was allowed to see what it belongs to. What is not
 * among the types that are shown is served as a download of unknown type.
 */
export function signedLink(key: string, given: { mimetype: string; fileName?: string | undefined }): Promise<string> {
  const type = servedType(given.mimetype)
  const window = Math.floor(Date.now() / 1000 / WINDOW_SECONDS)
  const id = `${key}|${type}|${given.fileName ?? ''}`
  const known = links.get(id)
  if (known?.window === window) return known.url
  const url = getSignedUrl(
    s3(),
    new GetObjectCommand({
      Bucket: config().MEDIA_BUCKET,
      Key: key,
      ResponseContentDisposition: dispositionOf(type, given.fileName),
      ResponseContentType: type,
    }),
    { expiresIn: LIFETIME_SECONDS, signingDate: new Date(window * WINDOW_SECONDS * 1000) },
  )
  if (links.size >= MOST_LINKS) links.clear()
  links.set(id, { window, url })
  url.catch(() => links.delete(id))
  return url
}

/** A form by which a browser puts one object of at most `maxSize` bytes under `key`; the store enforces size and type. */
export async function uploadForm(
  key: string,
  mimetype: string,
  maxSize: number,
): Promise<{ url: string; fields: Record<string, string> }> {
  return createPresignedPost(s3(), {
    Bucket: config().MEDIA_BUCKET,
    Key: key,
    Conditions: [['content-length-range', 1, maxSize]],
    Fields: { 'Content-Type': servedType(mimetype) },
    Expires: 15 * 60,
  })
}

export type Peek = { size: number; etag: string; bytes: Uint8Array }

/** Size and first bytes of an object, to see what it really is; undefined when it is not there. */
export async function peek(key: string, count: number): Promise<Peek | undefined> {
  try {
    const { Body, ContentRange, ETag } = await s3().send(
      new GetObjectCommand({ Bucket: config().MEDIA_BUCKET, Key: key, Range: `bytes=0-${count - 1}` }),
    )
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
    return { size: Number(ContentRange?.split('/')[1] ?? bytes.length), etag: ETag ?? '', bytes }
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}

/** Copies an object as long as it is the one that was looked at; false when it is another by now, or gone. */
export async function copyObject(from: string, to: string, etag: string): Promise<boolean> {
  const Bucket = config().MEDIA_BUCKET
  try {
    await s3().send(
      new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${encodeURI(from)}`, CopySourceIfMatch: etag }),
    )
    return true
  } catch (error) {
    if (['PreconditionFailed', 'NoSuchKey'].includes((error as Error).name)) return false
    throw error
  }
}

const putting = (key: string, bytes: Uint8Array, mimetype: string) => ({
  Bucket: config().MEDIA_BUCKET,
  Key: key,
  Body: bytes,
  ContentType: servedType(mimetype),
})

export async function putObject(key: string, bytes: Uint8Array, mimetype: string): Promise<void> {
  await s3().send(new PutObjectCommand(putting(key, bytes, mimetype)))
}

/**
 * Puts what the site shows to anybody, under a key below `PUBLIC_FILES` that names its content: browsers and the CDN keep it for
 * good, and another content has another name.
 */
export async function showObject(key: string, bytes: Uint8Array, mimetype: string): Promise<void> {
  const CacheControl = 'public, max-age=31536000, immutable'
  await s3().send(new PutObjectCommand({ ...putting(key, bytes, mimetype), CacheControl }))
}

const STREAM_TRIES = 3

/**
 * Puts an object of `size` bytes as they come. The SDK cannot repeat what flowed away, so a connection that breaks has them read
 * again by `read`.
 */
export async function putStream(
  key: string,
  read: () => AsyncIterable<Uint8Array>,
  size: number,
  mimetype: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await s3().send(
        new PutObjectCommand({
          Bucket: config().MEDIA_BUCKET,
          Key: key,
          Body: Readable.from(read()),
          ContentLength: size,
          ContentType: servedType(mimetype),
        }),
      )
      return
    } catch (error) {
      if (attempt >= STREAM_TRIES) throw error
    }
  }
}

/** The bytes of an object, in pieces as they come. Throws when it is not there. */
export async function* readObject(key: string): AsyncGenerator<Uint8Array> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: config().MEDIA_BUCKET, Key: key }))
  yield* Body as Readable
}

/** Removes objects, at most 1000; those that are gone already are no error. */
export async function removeObjects(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { Errors = [] } = await s3().send(
    new DeleteObjectsCommand({
      Bucket: config().MEDIA_BUCKET,
      Delete: { Objects: keys.map(Key => ({ Key })), Quiet: true },
    }),
  )
  if (Errors.length > 0) throw new Error(`${Errors.length} objects could not be removed: ${Errors[0]?.Code}`)
}

/** The first objects whose keys begin with `prefix`, behind `after`: at most 1000, in the order of their keys. */
export async function listObjects(prefix: string, after?: string): Promise<{ key: string; size: number }[]> {
  const { Contents = [] } = await s3().send(
    new ListObjectsV2Command({
      Bucket: config().MEDIA_BUCKET,
      Prefix: prefix,
      ...(after ? { StartAfter: after } : {}),
    }),
  )
  return Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, size: Size }))
}

/** Begins an object that is put part by part; answers its upload. One that is never ended is gone after a day (infra/stacks/data-stack.ts). */
export async function beginParts(key: string, mimetype: string): Promise<string> {
  const { UploadId } = await s3().send(
    new CreateMultipartUploadCommand({ Bucket: config().MEDIA_BUCKET, Key: key, ContentType: servedType(mimetype) }),
  )
  return UploadId!
}

/** Puts a part, from 1; all but the last have 5 MB at least. The same number again takes the place of the earlier one. */
export async function putPart(key: string, upload: string, number: number, bytes: Uint8Array): Promise<void> {
  await s3().send(
    new UploadPartCommand({
      Bucket: config().MEDIA_BUCKET,
      Key: key,
      UploadId: upload,
      PartNumber: number,
      Body: bytes,
    }),
  )
}

/** Makes an object of the first `count` parts, which have to be `size` bytes. Throws when they are not. May run again. */
export async function endParts(key: string, upload: string, count: number, size: number): Promise<void> {
  // It was ended before, by who did not come to say so.
  if ((await peek(key, 1))?.size === size) return
  const parts: { PartNumber: number; ETag: string }[] = []
  let bytes = 0
  let marker: string | undefined
  do {
    const page = await s3().send(
      new ListPartsCommand({ Bucket: config().MEDIA_BUCKET, Key: key, UploadId: upload, PartNumberMarker: marker }),
    )
    for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
      if (PartNumber <= count) {
        parts.push({ PartNumber, ETag })
        bytes += Size
      }
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (marker)
  if (parts.length !== count || bytes !== size)
    throw new Error(`${parts.length} of ${count} parts, ${bytes} of ${size} bytes`)
  await s3().send(
    new CompleteMultipartUploadCommand({
      Bucket: config().MEDIA_BUCKET,
      Key: key,
      UploadId: upload,
      MultipartUpload: { Parts: parts },
    }),
  )
}
