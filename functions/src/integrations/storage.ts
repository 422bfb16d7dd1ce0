/**
 * The media bucket: signed links to read, signed forms to write, and the few objects the functions
 * handle themselves.
 */
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
let signer: S3Client | undefined

const SETTINGS = {
  forcePathStyle: true,
  // Otherwise the SDK adds the checksum of an empty body, and a request for one, to signed links.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 4,
} as const

const s3 = (): S3Client => {
  client ??= new S3Client(SETTINGS)
  return client
}

/**
 * Returns the client that signs what browsers open, which may reach the bucket elsewhere than we.
 */
const linkSigner = (): S3Client => {
  const { MEDIA_LINKS_URL: endpoint, MEDIA_LINKS_KEY_ID: accessKeyId, MEDIA_LINKS_KEY: secretAccessKey } = config()
  if (!endpoint || !accessKeyId || !secretAccessKey) return s3()
  signer ??= new S3Client({ ...SETTINGS, endpoint, credentials: { accessKeyId, secretAccessKey } })
  return signer
}

const WINDOW_SECONDS = 600
/**
 * A link is the same for a window of time, so that browsers can cache, and is valid for at least
 * another one.
 */
const LIFETIME_SECONDS = 2 * WINDOW_SECONDS

const links = new Map<string, { window: number; url: Promise<string> }>()
const MAX_LINKS = 5000

/**
 * Returns `attachment; filename*=UTF-8''…` with every character outside of the token set encoded
 * (RFC 8187).
 */
const dispositionOf = (mimetype: string, fileName: string | undefined): string => {
  const kind = isShown(mimetype) ? 'inline' : 'attachment'
  if (!fileName) return kind
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(/['()*!]/g, sign => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `${kind}; filename*=UTF-8''${encoded}`
}

/**
 * Returns a link to an object, valid for 10 to 20 minutes. Call it only after the caller was
 * allowed to see what the object belongs to. A type that is not among the shown ones is served as a
 * download of unknown type.
 */
export function signedLink(key: string, given: { mimetype: string; fileName?: string | undefined }): Promise<string> {
  const type = servedType(given.mimetype)
  return linkTo(key, type, dispositionOf(type, given.fileName))
}

/**
 * Like `signedLink`, for a system that has to learn the file's type: a browser that opens the link
 * downloads the file, whatever it is.
 */
export const attachmentLink = (key: string, mimetype: string): Promise<string> =>
  linkTo(key, /^[\w.+-]+\/[\w.+-]+$/.test(mimetype) ? mimetype : servedType(''), 'attachment')

function linkTo(key: string, type: string, disposition: string): Promise<string> {
  const window = Math.floor(Date.now() / 1000 / WINDOW_SECONDS)
  const id = `${key}|${type}|${disposition}`
  const known = links.get(id)
  if (known?.window === window) return known.url
  const url = getSignedUrl(
    linkSigner(),
    new GetObjectCommand({
      Bucket: config().MEDIA_BUCKET,
      Key: key,
      ResponseContentDisposition: disposition,
      ResponseContentType: type,
    }),
    { expiresIn: LIFETIME_SECONDS, signingDate: new Date(window * WINDOW_SECONDS * 1000) },
  )
  if (links.size >= MAX_LINKS) links.clear()
  links.set(id, { window, url })
  url.catch(() => links.delete(id))
  return url
}

/**
 * Returns a form by which a browser uploads one object of at most `maxSize` bytes under `key`; S3
 * enforces size and type.
 */
export async function uploadForm(
  key: string,
  mimetype: string,
  maxSize: number,
): Promise<{ url: string; fields: Record<string, string> }> {
  return createPresignedPost(linkSigner(), {
    Bucket: config().MEDIA_BUCKET,
    Key: key,
    Conditions: [['content-length-range', 1, maxSize]],
    Fields: { 'Content-Type': servedType(mimetype) },
    Expires: 15 * 60,
  })
}

export type ObjectHead = { size: number; etag: string; bytes: Uint8Array }

/**
 * Returns the size and first bytes of an object, to detect its type; undefined when it does not
 * exist.
 */
export async function readObjectHead(key: string, count: number): Promise<ObjectHead | undefined> {
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

/**
 * Copies an object if it is still the one that was checked; returns false when it was replaced or
 * removed.
 */
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
 * Stores a public file of the site, under a key below `PUBLIC_FILES` that names its content:
 * browsers and the CDN cache it for good, and other content has another name.
 */
export async function showObject(key: string, bytes: Uint8Array, mimetype: string): Promise<void> {
  const CacheControl = 'public, max-age=31536000, immutable'
  await s3().send(new PutObjectCommand({ ...putting(key, bytes, mimetype), CacheControl }))
}

const STREAM_TRIES = 3

/**
 * Stores an object of `size` bytes from a stream. The SDK cannot repeat a consumed stream, so after
 * a broken connection `read` reads the bytes again.
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

/**
 * Returns the bytes of an object, or a part of it, as a stream of pieces. Throws when it does not
 * exist.
 */
export async function* readObject(key: string, part?: { from: number; size: number }): AsyncGenerator<Uint8Array> {
  const range = part ? { Range: `bytes=${part.from}-${part.from + part.size - 1}` } : {}
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: config().MEDIA_BUCKET, Key: key, ...range }))
  yield* Body as Readable
}

/** Maximum number of objects that S3 deletes in one call. */
const REMOVE_BATCH_SIZE = 1000

/** Removes objects, a thousand in a call; missing ones are no error. */
export async function removeObjects(keys: readonly string[]): Promise<void> {
  for (let i = 0; i < keys.length; i += REMOVE_BATCH_SIZE) {
    const Objects = keys.slice(i, i + REMOVE_BATCH_SIZE).map(Key => ({ Key }))
    const { Errors = [] } = await s3().send(
      new DeleteObjectsCommand({ Bucket: config().MEDIA_BUCKET, Delete: { Objects, Quiet: true } }),
    )
    if (Errors.length > 0) throw new Error(`${Errors.length} objects could not be removed: ${Errors[0]?.Code}`)
  }
}

/**
 * Returns the first objects whose keys begin with `prefix`, after `after`: at most 1000, in the
 * order of their keys.
 */
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

/**
 * Begins a multipart upload; returns its id. An unfinished one is removed after a day
 * (infra/stacks/data-stack.ts).
 */
export async function beginParts(key: string, mimetype: string): Promise<string> {
  const { UploadId } = await s3().send(
    new CreateMultipartUploadCommand({ Bucket: config().MEDIA_BUCKET, Key: key, ContentType: servedType(mimetype) }),
  )
  return UploadId!
}

/**
 * Uploads a part, numbered from 1; all but the last have at least 5 MB. The same number again
 * replaces the earlier part.
 */
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

/**
 * Completes an object from the first `count` parts, which must total `size` bytes. Throws when they
 * do not. Idempotent.
 */
export async function endParts(key: string, upload: string, count: number, size: number): Promise<void> {
  // It was completed before, by a process that ended before it could record that.
  if ((await readObjectHead(key, 1))?.size === size) return
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
