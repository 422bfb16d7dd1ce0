/// <reference path="../sheets/yauzl.d.ts" />
/**
 * Media files in a zip in the bucket, read by ranges: never the archive as a whole, and no file
 * outside of it. Its directory lies in a temporary SQLite file, so memory is flat.
 */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import yauzl, { type Entry } from 'yauzl'
import { readObject, readObjectHead } from '../integrations/storage.ts'
import { DumpError } from './dump/dump-error.ts'
import { entryPath } from './entry-path.ts'
import { leadsOut, type MediaSource } from './media-folder.ts'

/** Bytes read ahead: the directory is read in small pieces. */
const BLOCK = 1024 * 1024

/** Reads ranges of an object. */
class ObjectReader extends yauzl.RandomAccessReader {
  readonly #key: string
  readonly #size: number
  #block: { from: number; bytes: Buffer } | undefined

  constructor(key: string, size: number) {
    super()
    this.#key = key
    this.#size = size
  }

  override _readStreamForRange(from: number, end: number): Readable {
    return Readable.from(readObject(this.#key, { from, size: end - from }))
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error?: Error) => void,
  ): void {
    this.#copy(buffer, offset, length, position).then(() => callback(), callback)
  }

  async #copy(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    const known = this.#block
    if (!known || position < known.from || position + length > known.from + known.bytes.length) {
      const size = Math.min(Math.max(BLOCK, length), this.#size - position)
      const parts: Uint8Array[] = []
      for await (const part of readObject(this.#key, { from: position, size })) parts.push(part)
      this.#block = { from: position, bytes: Buffer.concat(parts) }
    }
    const { from, bytes } = this.#block!
    bytes.copy(buffer, offset, position - from, position - from + length)
  }
}

/** Folders that a zip may have its files in, besides its one top folder. */
const ROOTS = ['', 'public/', 'media/', 'storage/', 'public/media/']

type Row = { name: string; at: number; packed: number; size: number; method: number; flags: number }

/**
 * Opens a zip of the bucket.
 * @param scratch path of a temporary file, removed by `close`
 * @throws DumpError if it is no whole zip
 */
export async function zipSource(key: string, scratch: string): Promise<MediaSource & { close: () => void }> {
  const head = await readObjectHead(key, 1)
  if (!head) throw new DumpError('media', 0, 'the zip is not there any more')
  rmSync(scratch, { force: true })
  const db = new DatabaseSync(scratch)
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
    CREATE TABLE files (name TEXT PRIMARY KEY, at INTEGER, packed INTEGER, size INTEGER, method INTEGER, flags INTEGER) WITHOUT ROWID`)
  const close = () => {
    db.close()
    rmSync(scratch, { force: true })
  }
  try {
    const reader = new ObjectReader(key, head.size)
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, head.size, {
      autoClose: false,
      lazyEntries: true,
      decodeStrings: false,
    })
    const insert = db.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)')
    const tops = new Set<string>()
    for await (const entry of zip.eachEntry()) {
      const name = entryPath(entry)
      if (name === undefined) continue
      tops.add(name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : '')
      const { relativeOffsetOfLocalHeader: at, compressedSize, uncompressedSize } = entry
      insert.run(name, at, compressedSize, uncompressedSize, entry.compressionMethod, entry.generalPurposeBitFlag)
    }
    const [top = ''] = tops.size === 1 ? tops : ['']
    const roots = [...new Set([...ROOTS, ...ROOTS.map(root => top + root)])]
    const select = db.prepare('SELECT * FROM files WHERE name = ?')
    const rowOf = (name: string) => select.get(name) as Row | undefined
    return {
      close,
      find(path) {
        if (leadsOut(path)) return { problem: 'mediaOutside' }
        const plain = path
          .normalize('NFC')
          .split('/')
          .filter(part => part !== '' && part !== '.')
          .join('/')
        const found = roots
          .map(root => rowOf(root + plain) ?? rowOf(root + plain.replace(/^(media|public)\//, '')))
          .find(Boolean)
        return found ? { path: found.name } : { problem: 'mediaMissing' }
      },
      async open(path) {
        const row = rowOf(path)
        if (!row) return undefined
        let isBroken = false
        return {
          size: row.size,
          isBroken: () => isBroken,
          async *read() {
            try {
              yield* await zip.openReadStreamPromise(entryOf(row))
            } catch (error) {
              isBroken = true
              throw error
            }
          },
        }
      },
    }
  } catch (error) {
    close()
    throw error instanceof DumpError || !isOfZip(error) ? error : new DumpError('media', 0, (error as Error).message)
  }
}

/** Returns whether yauzl threw an error, and not the bucket. */
const isOfZip = (error: unknown): boolean => error instanceof Error && !('$metadata' in error)

const entryOf = (row: Row): Entry =>
  Object.assign(new yauzl.Entry(), {
    fileName: row.name,
    relativeOffsetOfLocalHeader: row.at,
    compressedSize: row.packed,
    uncompressedSize: row.size,
    compressionMethod: row.method,
    generalPurposeBitFlag: row.flags,
  })
