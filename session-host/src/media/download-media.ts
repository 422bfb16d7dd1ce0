import { createDecipheriv, createHash, createHmac } from 'node:crypto'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getMediaKeys, type MediaType, type proto } from '@whiskeysockets/baileys'
import type { MediaPart } from '../mapping/description.ts'
import { mediaAddress } from './media-address.ts'
import { safeGet } from './safe-get.ts'

const MB = 1024 * 1024
/**
 * Maximum bytes to download, by kind: generously above the limits of WhatsApp's apps (16 MB if
 * compressed, 100 MB for documents in the business API). A larger file is reported with its error,
 * like a missing one.
 */
const MAX_BYTES: Record<MediaPart['kind'], number> = {
  image: 32 * MB,
  sticker: 8 * MB,
  audio: 64 * MB,
  video: 128 * MB,
  application: 128 * MB,
}
/**
 * Minimum average speed; a slower download is given up: a second for each 256 KiB, on top of the
 * base.
 */
const FLOOR_BYTES_PER_MS = 256
/** Minimum bytes in each span of `stallMs`. */
const STALL_BYTES = 64 * 1024

const KEY_BYTES = 32
const HASH_BYTES = 32
const MAC_BYTES = 10
const AES_BLOCK = 16

const HKDF_TYPE: Record<MediaPart['kind'], MediaType> = {
  image: 'image',
  sticker: 'sticker',
  audio: 'audio',
  video: 'video',
  application: 'document',
}

/**
 * Thrown when the message's data about its media cannot be true, or exceed a limit: another attempt
 * would end the same way.
 */
export class RefusedMediaError extends Error {}

export type Wanted = {
  directPath: string
  mediaKey: Uint8Array
  fileEncSha256: Uint8Array
  /** Bytes of the decrypted file, if the message has its length. */
  length: number | undefined
  /** Maximum bytes of the encrypted file; the exact number if the message has its length. */
  most: number
  kind: MediaPart['kind']
  sha256: Uint8Array | undefined
}

type MediaFields = Pick<proto.Message.IImageMessage, 'directPath' | 'mediaKey' | 'fileEncSha256'>

/**
 * Returns the file to download, from a message's data about it.
 * @throws RefusedMediaError
 */
export function wantedOf(part: MediaPart): Wanted {
  const { directPath, mediaKey, fileEncSha256 } = Object.values(part.source).find(Boolean) as MediaFields
  if (mediaKey?.length !== KEY_BYTES) throw new RefusedMediaError('no media key')
  if (fileEncSha256?.length !== HASH_BYTES) throw new RefusedMediaError('no hash of the encrypted file')
  const most = MAX_BYTES[part.kind]
  if ((part.size ?? 0) > most) throw new RefusedMediaError('too large')
  return {
    directPath: directPath ?? '',
    mediaKey,
    fileEncSha256,
    length: part.size,
    most: encryptedLength(part.size ?? most),
    kind: part.kind,
    sha256: part.sha256?.length ? part.sha256 : undefined,
  }
}

/**
 * Returns the encrypted length: with padding, which is always present, and the authentication code.
 */
const encryptedLength = (plain: number): number => plain - (plain % AES_BLOCK) + AES_BLOCK + MAC_BYTES

/** Returns the milliseconds that one attempt may take as a whole. */
const deadlineMs = (wanted: Wanted, baseMs: number): number => baseMs + wanted.most / FLOOR_BYTES_PER_MS

export type Sink = {
  stream: Writable
  /** Resolves when the written bytes are stored. The signal given to `open` ends it. */
  stored: Promise<unknown>
}

export type DownloadOptions = {
  /** Media host, `name` or `name:port`. */
  host: string
  allowPrivate: boolean
  stallMs: number
  baseMs: number
  /**
   * Creates the sink, after the response and before the first byte. The signal fires when
   * everything is over.
   */
  open: (over: AbortSignal) => Sink
}

/**
 * Downloads and decrypts media into a sink, which is ended only if length, hashes and
 * authentication code are right. Every stream belongs to one pipeline: any failure destroys them
 * all, the sink included, and is thrown here.
 * @returns the bytes of the decrypted file
 * @throws RefusedMediaError; HttpStatusError; the error that ended the streams
 */
export async function downloadMedia(wanted: Wanted, options: DownloadOptions): Promise<number> {
  const url = mediaAddress(options.host, wanted.directPath)
  if (!url) throw new RefusedMediaError('no path at the media host')
  const stop = new AbortController()
  let received = 0
  let seen = 0
  let flowing = true
  const exact = wanted.length !== undefined
  const give = (why: string) => stop.abort(new Error(why))
  // A stream whose listener threw may never report its end, nor may its pipeline.
  const given = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
  })
  given.catch(() => {})
  const late = setTimeout(() => give('the download took too long'), deadlineMs(wanted, options.baseMs))
  const watch = setInterval(() => {
    // The end of a file may be short.
    const due = exact ? Math.min(STALL_BYTES, wanted.most - seen) : STALL_BYTES
    if (flowing && received - seen < due) give('the download stalled')
    seen = received
  }, options.stallMs)
  try {
    const keys = await getMediaKeys(wanted.mediaKey, HKDF_TYPE[wanted.kind])
    const response = await Promise.race([
      safeGet(url, { allowPrivate: options.allowPrivate, signal: stop.signal }),
      given,
    ])
    const announced = Number(response.headers['content-length'] ?? Number.NaN)
    if (announced > wanted.most || (exact && announced < wanted.most)) {
      response.destroy()
      throw new RefusedMediaError('not of the length in the message')
    }
    const opened = opening(wanted, { iv: keys.iv, cipherKey: keys.cipherKey, macKey: keys.macKey! }, bytes => {
      received += bytes
    })
    const sink = options.open(stop.signal)
    await Promise.race([pipeline(response, opened.stream, sink.stream, { signal: stop.signal }), given])
    flowing = false
    await Promise.race([sink.stored, given])
    return opened.size()
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    clearTimeout(late)
    clearInterval(watch)
    give('it is over')
  }
}

type Keys = { iv: Uint8Array; cipherKey: Uint8Array; macKey: Uint8Array }

/** Decrypts the passing bytes, and lets the end pass only if it matches the message's data. */
function opening(
  wanted: Wanted,
  keys: Keys,
  count: (bytes: number) => void,
): { stream: Transform; size: () => number } {
  const decipher = createDecipheriv('aes-256-cbc', keys.cipherKey, keys.iv)
  const mac = createHmac('sha256', keys.macKey).update(keys.iv)
  const encryptedHash = createHash('sha256')
  const plainHash = createHash('sha256')
  let encrypted = 0
  let size = 0
  /** Last bytes so far: at the end, the authentication code. */
  let tail: Buffer = Buffer.alloc(0)

  const plain = (bytes: Buffer) => {
    size += bytes.length
    plainHash.update(bytes)
    return bytes
  }

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        encrypted += chunk.length
        count(chunk.length)
        if (encrypted > wanted.most) throw new RefusedMediaError('longer than in the message')
        encryptedHash.update(chunk)
        const data = tail.length ? Buffer.concat([tail, chunk]) : chunk
        const end = Math.max(0, data.length - MAC_BYTES)
        tail = Buffer.from(data.subarray(end))
        const body = data.subarray(0, end)
        mac.update(body)
        done(null, plain(decipher.update(body)))
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        if (wanted.length !== undefined && encrypted < wanted.most) throw new Error('shorter than in the message')
        if (!encryptedHash.digest().equals(wanted.fileEncSha256)) throw new Error('the encrypted file is another one')
        if (!mac.digest().subarray(0, MAC_BYTES).equals(tail)) throw new RefusedMediaError('not made with this key')
        const last = plain(decipher.final())
        if ((wanted.length ?? size) !== size) throw new RefusedMediaError('not of the length in the message')
        if (wanted.sha256 && !plainHash.digest().equals(wanted.sha256)) throw new RefusedMediaError('another file')
        done(null, last)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  return { stream, size: () => size }
}
