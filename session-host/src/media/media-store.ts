import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { servedType } from '@balcao/shared/media.ts'
import { proto, type WAMessage, type WASocket } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import type { MediaPart } from '../mapping/description.ts'
import { extensionOf } from '../mapping/media-kind.ts'
import { FencedError } from '../table/fenced-items.ts'
import type { MediaTimeouts } from '../timeouts.ts'
import { downloadMedia, RefusedMediaError, type Sink, type Wanted, wantedOf } from './download-media.ts'
import { createFairQueue } from './fair-queue.ts'
import { requestReupload } from './request-reupload.ts'
import { HttpStatusError, safeGet } from './safe-get.ts'

/** Maximum concurrent downloads, and those of one connection. */
const PARALLEL = 8
const SHARE = 3
const PICTURE_BYTES = 5_000_000
const PICTURE_MS = 15_000
/** Pauses in milliseconds while an attempt cannot be counted because the table is unavailable. */
const COUNT_MS = [200, 1000, 5000, 15_000]

/** Returns whether the bucket of a server refused an object because its disk is full. */
const isStorageFull = (error: unknown): boolean => error instanceof Error && error.name === 'StorageFull'

/** Pause in milliseconds before it is tried again whether a full disk has room. */
const ROOM_MS = 10_000

/** Thrown for media that is gone for good, as opposed to media that could not be downloaded now. */
export class MissingMediaError extends Error {}

/**
 * Attempts at downloading media, stored outside the process: media that ends the process must not
 * be tried forever.
 */
export type Attempts = {
  made: number
  /**
   * Resolves when the number of attempts is stored.
   * @throws FencedError when the connection is another host's
   */
  keep: (made: number) => Promise<void>
}

export type MediaStore = {
  /**
   * Downloads a message's media into the bucket. After the last failed attempt the answer carries
   * `error` and `source`.
   * @param attempts counts, before each attempt; without it a few are made
   * @throws FencedError only
   */
  fetch: (
    of: { companyId: string; connectionId: string },
    message: WAMessage,
    part: MediaPart,
    socket: () => WASocket | undefined,
    attempts?: Attempts,
  ) => Promise<StoredMedia>
  /**
   * Opens a stored object.
   * @throws MissingMediaError when there is no such object
   */
  open: (key: string) => Promise<Readable>
  /**
   * Stores a profile picture and returns its key, which changes only with the picture: WhatsApp's
   * URLs change daily.
   * @param owner contact of the picture; part of the key, so that equal pictures of two people are
   * two objects
   */
  savePicture: (companyId: string, owner: string, url: string) => Promise<string>
}

/**
 * Creates the access to the media bucket and to WhatsApp's media.
 * @param options.host `name` or `name:port` of WhatsApp's media host
 * @param options.allowPrivate whether that host may have a private address
 * @param options.trusted whether a picture may be fetched from this host
 */
export function createMediaStore(options: {
  s3: S3Client
  bucket: string
  log: Log
  host: string
  allowPrivate: boolean
  trusted: (url: URL) => boolean
  timeouts: MediaTimeouts
}): MediaStore {
  const { s3, bucket, log, host, allowPrivate, timeouts } = options
  const limited = createFairQueue(PARALLEL, SHARE)

  /**
   * Opens a stream into the bucket; the object becomes visible only if the stream ends in order.
   */
  function openObject(key: string, type: string, over: AbortSignal): Sink {
    const stream = new PassThrough()
    const params = { Bucket: bucket, Key: key, Body: stream, ContentType: type }
    const upload = new Upload({ client: s3, params, queueSize: 2 })
    // The caller that waits for it gets its error; a failed upload reads no more.
    stream.on('error', () => {})
    const stored = upload.done()
    stored.catch((error: Error) => stream.destroy(error))
    over.addEventListener('abort', () => void upload.abort().catch(() => {}), { once: true })
    return { stream, stored }
  }

  async function once(
    key: string,
    message: WAMessage,
    part: MediaPart,
    socket: () => WASocket | undefined,
  ): Promise<number> {
    const wanted = wantedOf(part)
    const download = (from: Wanted) =>
      downloadMedia(from, {
        ...timeouts,
        host,
        allowPrivate,
        open: over => openObject(key, servedType(part.mimetype), over),
      })
    try {
      return await download(wanted)
    } catch (error) {
      const gone = error instanceof HttpStatusError && (error.status === 404 || error.status === 410)
      const now = gone ? socket() : undefined
      if (!now) throw error
      const directPath = await requestReupload(now, message.key, wanted.mediaKey, timeouts.reuploadMs)
      return download({ ...wanted, directPath })
    }
  }

  /**
   * Stores the count. It must not fail: an attempt that is not counted may end the process again
   * and again.
   */
  async function keep(attempts: Attempts | undefined, made: number): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await attempts?.keep(made)
      } catch (error) {
        if (error instanceof FencedError) throw error
        log.warn({ error: errorName(error) }, 'an attempt cannot be counted')
        await sleep(COUNT_MS[Math.min(tries, COUNT_MS.length - 1)])
      }
    }
  }

  return {
    async fetch({ companyId, connectionId }, message, part, socket, attempts) {
      const id = createHash('sha256').update(`${connectionId}|${message.key.id}`).digest('hex').slice(0, 32)
      const key = `${companyId}/media/${id}.${extensionOf(part.mimetype, part.fileName)}`
      const described: StoredMedia = {
        kind: part.kind,
        mimetype: part.mimetype,
        ...(part.fileName ? { fileName: part.fileName } : {}),
        ...(part.ptt ? { ptt: true } : {}),
        ...(part.seconds ? { seconds: part.seconds } : {}),
        ...(part.width ? { width: part.width } : {}),
        ...(part.height ? { height: part.height } : {}),
      }
      for (let made = attempts?.made ?? 0; made <= timeouts.retryMs.length; ) {
        try {
          const size = await limited(connectionId, async () => {
            await keep(attempts, ++made)
            return once(key, message, part, socket)
          })
          return { ...described, key, size }
        } catch (error) {
          if (error instanceof FencedError) throw error
          log.warn({ connectionId, error: errorName(error), made, kind: part.kind }, 'a medium could not be fetched')
          if (isStorageFull(error)) {
            // The medium is well, and so is the message, which the journal keeps.
            made--
            await sleep(ROOM_MS)
            continue
          }
          if (error instanceof RefusedMediaError) break
          if (made <= timeouts.retryMs.length) await sleep(timeouts.retryMs[made - 1])
        }
      }
      const source = Buffer.from(proto.Message.encode(part.source).finish()).toString('base64')
      // An impossible length would make the whole event invalid.
      const size = Number.isSafeInteger(part.size) ? { size: part.size! } : {}
      return { ...described, ...size, error: 'ERR_WAPP_DOWNLOAD_MEDIA', source }
    },

    async open(key) {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        const stream = Body as Readable
        // The reader gets the error when it reads; between opening and reading it must not count as
        // uncaught.
        stream.on('error', () => {})
        return stream
      } catch (error) {
        // S3 answers "access denied" for a missing object if the role may not list.
        const missing = error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'AccessDenied')
        throw missing ? new MissingMediaError('no such object') : error
      }
    },

    async savePicture(companyId, owner, address) {
      const url = new URL(address)
      if (!options.trusted(url)) throw new Error('a picture on a foreign host')
      const response = await safeGet(url, { allowPrivate, signal: AbortSignal.timeout(PICTURE_MS) })
      const parts: Buffer[] = []
      let size = 0
      // Leaving the loop ends the response.
      for await (const part of response as AsyncIterable<Buffer>) {
        size += part.length
        if (size > PICTURE_BYTES) throw new Error('picture: too large')
        parts.push(part)
      }
      const bytes = Buffer.concat(parts)
      const name = createHash('sha256').update(`${owner}|`).update(bytes).digest('hex').slice(0, 32)
      const key = `${companyId}/media/pictures/${name}.jpg`
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: 'image/jpeg' }))
      return key
    },
  }
}
