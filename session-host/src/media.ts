import { createHash } from 'node:crypto'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { downloadMediaMessage, proto, type WAMessage, type WASocket } from '@whiskeysockets/baileys'
import { clientLog, errorName, type Log } from './log.ts'
import type { MediaPart } from './mapping/describe-message.ts'
import { bareMimetype, extensionOf } from './mapping/media-kind.ts'

const ATTEMPTS_MS = [500, 3000]
const STALL_MS = 60_000
const PARALLEL = 8
const PICTURE_BYTES = 5_000_000

/** Types a browser would run: stored as plain bytes, whatever the sender called them. */
const ACTIVE = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml', 'text/xml', 'application/xml'])

/** A medium that is gone for good, as opposed to one that could not be fetched now. */
export class MissingMediaError extends Error {}

export type MediaStore = {
  /** Fetches a message's medium into the bucket. After the last failed attempt the answer carries `error` and `source`. */
  fetch: (
    of: { companyId: string; connectionId: string },
    message: WAMessage,
    part: MediaPart,
    socket: WASocket | undefined,
  ) => Promise<StoredMedia>
  /** @throws MissingMediaError when there is no such object */
  open: (key: string) => Promise<Readable>
  /**
   * Stores a profile picture and answers its key, which only another picture changes: WhatsApp's addresses change daily.
   * @param owner whose it is; makes the key, so that equal pictures of two people are two objects
   */
  savePicture: (companyId: string, owner: string, url: string) => Promise<string>
}

/** The media bucket, seen from WhatsApp. @param trusted whether a picture may be fetched from this host */
export function createMediaStore(options: {
  s3: S3Client
  bucket: string
  log: Log
  trusted: (url: URL) => boolean
}): MediaStore {
  const { s3, bucket, log } = options
  let running = 0
  const queue: (() => void)[] = []

  async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running >= PARALLEL) await new Promise<void>(resolve => queue.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      queue.shift()?.()
    }
  }

  async function once(key: string, message: WAMessage, part: MediaPart, socket: WASocket | undefined): Promise<number> {
    const logger = clientLog(log)
    const context = socket ? { logger, reuploadRequest: socket.updateMediaMessage } : undefined
    const source = await within(STALL_MS, downloadMediaMessage(message, 'stream', {}, context))
    const hash = createHash('sha256')
    let size = 0
    const meter = new Transform({
      transform(bytes: Buffer, _encoding, done) {
        size += bytes.length
        hash.update(bytes)
        done(null, bytes)
      },
      // Checked before the end of the upload, so that a damaged object never becomes visible.
      flush(done) {
        const intact = !part.sha256?.length || hash.digest().equals(Buffer.from(part.sha256))
        done(intact ? null : new Error('the medium is not what the message promised'))
      },
    })
    const body = new PassThrough()
    const type = bareMimetype(part.mimetype)
    const upload = new Upload({
      client: s3,
      params: {
        Bucket: bucket,
        Key: key,
        Body: body,
        ContentType: ACTIVE.has(type) ? 'application/octet-stream' : type,
      },
      queueSize: 2,
    })
    const stalled = setTimeout(() => source.destroy(new Error('the download stalled')), STALL_MS)
    meter.on('data', () => stalled.refresh())
    try {
      const sent = upload.done()
      sent.catch(() => undefined)
      try {
        await pipeline(source, meter, body)
      } catch (error) {
        await upload.abort().catch(() => undefined)
        throw error
      }
      await sent
      return size
    } finally {
      clearTimeout(stalled)
    }
  }

  return {
    fetch({ companyId, connectionId }, message, part, socket) {
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
      return limited(async () => {
        for (let attempt = 0; ; attempt++) {
          try {
            const size = await once(key, { ...message, message: part.source }, part, socket)
            return { ...described, key, size }
          } catch (error) {
            log.warn({ error: errorName(error), attempt, kind: part.kind }, 'a medium could not be fetched')
            if (attempt >= ATTEMPTS_MS.length) break
            await new Promise(resolve => setTimeout(resolve, ATTEMPTS_MS[attempt]))
          }
        }
        const source = Buffer.from(proto.Message.encode(part.source).finish()).toString('base64')
        const size = part.size === undefined ? {} : { size: part.size }
        return { ...described, ...size, error: 'ERR_WAPP_DOWNLOAD_MEDIA', source }
      })
    },

    async open(key) {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        return Body as Readable
      } catch (error) {
        // S3 says "access denied" for what does not exist to a role that may not list.
        const missing = error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'AccessDenied')
        throw missing ? new MissingMediaError('no such object') : error
      }
    },

    async savePicture(companyId, owner, address) {
      const url = new URL(address)
      if (!options.trusted(url)) throw new Error('a picture on a foreign host')
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(15_000) })
      if (!response.ok) throw new Error(`picture: HTTP ${response.status}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (bytes.length > PICTURE_BYTES) throw new Error('picture: too large')
      const name = createHash('sha256').update(`${owner}|`).update(bytes).digest('hex').slice(0, 32)
      const key = `${companyId}/media/pictures/${name}.jpg`
      await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: 'image/jpeg' }))
      return key
    },
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), ms)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
