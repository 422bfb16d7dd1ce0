/** Bytes of a dump, decompressed as its first bytes ask, within limits that stop a bomb. */
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { DumpError } from './dump-error.ts'

const MB = 1024 * 1024

/** Decompressed bytes from which on the ratio is looked at. */
const LOOK_FROM = 32 * MB
/** Highest believable ratio: chats compress to a tenth, tables of JSON to a fiftieth. */
const MAX_RATIO = 300

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.subarray(0, text.length)).equals(Buffer.from(text, 'latin1'))

/** Formats that a person might send instead of a plain dump, and what they should do. */
const OTHERS: [start: string, hint: string][] = [
  ['PGDMP', 'this is an archive of pg_dump -F c; make it plain: pg_restore -f dump.sql FILE'],
  ['PK\x03\x04', 'this is a zip archive; unpack it first'],
  ['PK\x05\x06', 'this is a zip archive, and an empty one'],
  ['7z\xbc\xaf', 'this is an archive of 7-Zip; unpack it first'],
  ['Rar!', 'this is an archive of RAR; unpack it first'],
  ['BZh', 'this is compressed by bzip2; unpack it first, or use gzip'],
  ['\xfd7zXZ', 'this is compressed by xz; unpack it first, or use gzip'],
  ['\x28\xb5\x2f\xfd', 'this is compressed by zstd; unpack it first, or use gzip'],
  ['SQLite format 3', 'this is a database of SQLite'],
  ['%PDF', 'this is a PDF'],
  [
    '\xff\xfe',
    'this is text of UTF-16, as > of PowerShell writes it; write the dump with pg_dump -f FILE or mysqldump -r FILE',
  ],
  ['\xfe\xff', 'this is text of UTF-16; write the dump with pg_dump -f FILE or mysqldump -r FILE'],
]

/** Number of bytes that tell a format: tar has its name behind that of the first file. */
const TELLING = 262

/** Returns what to do with bytes of another format; undefined if they may be a dump. */
function hintOf(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes.subarray(257), 'ustar')) return 'this is an archive of tar; unpack it first'
  return OTHERS.find(([start]) => startsWith(bytes, start))?.[1]
}

/** Place at which a dump is read further. */
export type BytesFrom = {
  /** Bytes of the dump's content that were read. */
  bytes: number
  isPacked: boolean
}

/** Bytes of a dump, with what its first ones say. */
export type DumpBytes = AsyncIterable<Buffer> & { isPacked: () => boolean }

/**
 * Returns the bytes of a dump; of gzip its content. Reading them throws DumpError for another
 * format, damaged or cut compression, and a bomb.
 * @param given the bytes behind those that were read; of gzip all of them, as nothing can be
 * unpacked without what is before it
 */
export function dumpBytes(given: AsyncIterable<Uint8Array>, from?: BytesFrom): DumpBytes {
  let isPacked = from?.isPacked ?? false
  async function* plain() {
    for await (const part of given) yield Buffer.from(part.buffer, part.byteOffset, part.length)
  }
  const bytes =
    from && !from.isPacked
      ? plain()
      : afterSkipped(
          unpackedBytes(given, found => {
            isPacked = found
          }),
          from?.bytes ?? 0,
        )
  return { [Symbol.asyncIterator]: () => bytes[Symbol.asyncIterator](), isPacked: () => isPacked }
}

/** Passes over the first bytes. */
async function* afterSkipped(bytes: AsyncIterable<Buffer>, skipped: number): AsyncGenerator<Buffer> {
  let left = skipped
  for await (const part of bytes) {
    if (left < part.length) yield part.subarray(left)
    left = Math.max(0, left - part.length)
  }
}

/** Returns the first part with as many bytes as tell the format; a source may give single ones. */
async function firstBytes(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (let size = 0; size < TELLING; ) {
    const { value, done } = await source.next()
    if (done) break
    parts.push(value)
    size += value.length
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

async function* unpackedBytes(
  given: AsyncIterable<Uint8Array>,
  onPacked: (isPacked: boolean) => void,
): AsyncGenerator<Buffer> {
  const source = given[Symbol.asyncIterator]()
  const first = await firstBytes(source)
  if (first.length === 0) throw new DumpError('cut', 0, 'the file is empty')
  const known = hintOf(first)
  if (known) throw new DumpError('notSql', 0, known)
  let packed = 0
  async function* all() {
    try {
      for (let chunk: Uint8Array | undefined = first; chunk; chunk = (await source.next()).value) {
        packed += chunk.length
        yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      }
    } finally {
      await source.return?.()
    }
  }
  const isPacked = first[0] === 0x1f && first[1] === 0x8b
  onPacked(isPacked)
  if (!isPacked) return yield* all()
  let size = 0
  const unpacked = createGunzip({ chunkSize: MB / 4 })
  // Its errors are thrown where its bytes are read.
  pipeline(Readable.from(all()), unpacked, () => undefined)
  try {
    for await (const chunk of unpacked) {
      const bytes = chunk as Buffer
      if (size === 0) {
        const inside = hintOf(bytes)
        if (inside) throw new DumpError('notSql', 0, inside)
      }
      size += bytes.length
      if (size > LOOK_FROM && size > packed * MAX_RATIO)
        throw new DumpError('bomb', 0, `it expands to more than ${MAX_RATIO} times its size`)
      yield bytes
    }
  } catch (error) {
    if (error instanceof DumpError) throw error
    const { code } = error as { code?: string }
    if (code === 'Z_BUF_ERROR') throw new DumpError('cut', 0, 'the compressed file ends before its end')
    if (code?.startsWith('Z_')) throw new DumpError('damaged', 0, `the compressed file is damaged (${code})`)
    throw error
  }
}
