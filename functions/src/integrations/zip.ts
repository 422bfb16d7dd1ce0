/**
 * Makes the parts of a zip archive (PKWARE's APPNOTE 6.3) one by one, so that several processes can
 * write an archive, each continuing where the last one ended. An entry is whole and deflated, or
 * streamed and stored uncompressed, followed by its sum and sizes. Archives and numbers of entries
 * may be of any size (ZIP64); an entry has less than 4 GB.
 */
import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50

const DEFLATED = 8
const STORED = 0
/** Flag: names are UTF-8. */
const UTF8 = 0x0800
/** Flag: sum and sizes come after the bytes. */
const FOLLOWS = 0x0008
const VERSION = 45
const MOST_16 = 0xffff
const MOST_32 = 0xffffffff

type EntryHeader = { name: string; flags: number; method: number; crc: number; packed: number; size: number }

/** Returns date and time in the form of MS-DOS, exact to two seconds, in UTC. */
const dosTime = (at: Date): number =>
  (((at.getUTCFullYear() - 1980) << 25) |
    ((at.getUTCMonth() + 1) << 21) |
    (at.getUTCDate() << 16) |
    (at.getUTCHours() << 11) |
    (at.getUTCMinutes() << 5) |
    (at.getUTCSeconds() >> 1)) >>>
  0

function bytes(...fields: readonly [size: 2 | 4 | 8, value: number][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) buffer.writeUInt16LE(value, at)
    else if (size === 4) buffer.writeUInt32LE(value, at)
    else buffer.writeBigUInt64LE(BigInt(value), at)
    at += size
  }
  return buffer
}

function localHeader({ name, flags, method, crc, packed, size }: EntryHeader, at: Date): Buffer {
  const text = Buffer.from(name)
  return Buffer.concat([
    bytes([4, LOCAL], [2, VERSION], [2, flags], [2, method], [4, dosTime(at)], [4, crc], [4, packed], [4, size]),
    bytes([2, text.length], [2, 0]),
    text,
  ])
}

/** Returns an entry's line of the directory at the end; `offset` is where the entry begins. */
function centralHeader({ name, flags, method, crc, packed, size }: EntryHeader, at: Date, offset: number): Buffer {
  const text = Buffer.from(name)
  const far = offset >= MOST_32
  const extra = far ? bytes([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0)
  return Buffer.concat([
    bytes([4, CENTRAL], [2, VERSION], [2, VERSION], [2, flags], [2, method], [4, dosTime(at)]),
    bytes([4, crc], [4, packed], [4, size], [2, text.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0]),
    bytes([4, far ? MOST_32 : offset]),
    text,
    extra,
  ])
}

/** The bytes of an entry, and its line of the directory. */
export type Entry = { body: Buffer; line: Buffer }

/**
 * Returns a whole entry that begins at `offset`.
 * @param packs whether it is worth deflating
 */
export function wholeEntry(name: string, content: Buffer, offset: number, at: Date, packs: boolean): Entry {
  const body = packs ? deflateRawSync(content) : content
  const method = packs ? DEFLATED : STORED
  const header = { name, flags: UTF8, method, crc: crc32(content), packed: body.length, size: content.length }
  return { body: Buffer.concat([localHeader(header, at), body]), line: centralHeader(header, at, offset) }
}

/**
 * Returns a streamed entry: the bytes before its content, and, from the content's size and sum, the
 * bytes after it and its line of the directory.
 */
export function flowingEntry(name: string, offset: number, at: Date) {
  const header = { name, flags: UTF8 | FOLLOWS, method: STORED, crc: 0, packed: 0, size: 0 }
  return {
    head: localHeader(header, at),
    end: (crc: number, size: number): Entry => ({
      body: bytes([4, DESCRIPTOR], [4, crc], [4, size], [4, size]),
      line: centralHeader({ ...header, crc, packed: size, size }, at, offset),
    }),
  }
}

/** Returns the end of an archive: `count` lines of together `size` bytes begin at `offset`. */
export function endOfArchive(count: number, size: number, offset: number): Buffer {
  return Buffer.concat([
    bytes(
      [4, END_64],
      [8, 44],
      [2, VERSION],
      [2, VERSION],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, size],
      [8, offset],
    ),
    bytes([4, LOCATOR_64], [4, 0], [8, offset + size], [4, 1]),
    bytes([4, END], [2, 0], [2, 0], [2, Math.min(count, MOST_16)], [2, Math.min(count, MOST_16)]),
    bytes([4, Math.min(size, MOST_32)], [4, Math.min(offset, MOST_32)], [2, 0]),
  ])
}
