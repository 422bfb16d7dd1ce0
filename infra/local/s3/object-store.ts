import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { roomIn, StorageFullError } from '../disk.ts'
import { createPause } from '../pause.ts'
import { createDeletions } from './deletions.ts'
import { S3Error } from './s3-error.ts'

/** Metadata of an object. */
export type ObjectHeaders = {
  type: string
  cache?: string
  disposition?: string
  encoding?: string
  user: Record<string, string>
}

export type StoredObject = ObjectHeaders & { key: string; size: number; etag: string; at: number; file: string }

/** Limits and digests that are checked while a body streams in. */
export type BodyChecks = { max?: number; min?: number; sha256?: string; crc32?: string }

export type ObjectStore = ReturnType<typeof openObjectStore>

/** Bytes of a body between two looks at the room that is left. */
const ROOM_BYTES = 2 ** 20

type ObjectRow = { key: string; file: string; size: number; etag: string; at: number; meta: string }
type Written = { file: string; size: number; etag: string }

/**
 * Opens a store of objects on disk. Bytes go to files that are written aside, synced and renamed;
 * names and metadata go to SQLite, so an object appears whole or not at all, and a listing reads an
 * index range.
 */
export function openObjectStore(dir: string) {
  const objects = join(dir, 'objects')
  const db = new DatabaseSync(join(dir, 's3.sqlite'))
  db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=5000;
    CREATE TABLE IF NOT EXISTS bucket(name TEXT PRIMARY KEY, created INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS object(bucket TEXT, key TEXT, file TEXT NOT NULL, size INTEGER NOT NULL,
      etag TEXT NOT NULL, at INTEGER NOT NULL, meta TEXT NOT NULL, PRIMARY KEY(bucket, key));
    CREATE TABLE IF NOT EXISTS upload(id TEXT PRIMARY KEY, bucket TEXT, key TEXT, meta TEXT, at INTEGER);
    CREATE TABLE IF NOT EXISTS part(upload TEXT, number INTEGER, file TEXT, size INTEGER, etag TEXT, at INTEGER,
      PRIMARY KEY(upload, number));`)
  const sql = {
    bucket: db.prepare('SELECT name FROM bucket WHERE name=?'),
    buckets: db.prepare('SELECT * FROM bucket ORDER BY name'),
    addBucket: db.prepare('INSERT OR IGNORE INTO bucket VALUES(?,?)'),
    get: db.prepare('SELECT * FROM object WHERE bucket=? AND key=?'),
    put: db.prepare('INSERT OR REPLACE INTO object VALUES(?,?,?,?,?,?,?)'),
    remove: db.prepare('DELETE FROM object WHERE bucket=? AND key=? RETURNING file'),
    expire: db.prepare('DELETE FROM object WHERE bucket=? AND key>=? AND key<? AND at<? RETURNING file'),
    after: db.prepare('SELECT * FROM object WHERE bucket=? AND key>? ORDER BY key LIMIT ?'),
    from: db.prepare('SELECT * FROM object WHERE bucket=? AND key>=? ORDER BY key LIMIT ?'),
    addUpload: db.prepare('INSERT INTO upload VALUES(?,?,?,?,?)'),
    upload: db.prepare('SELECT meta FROM upload WHERE id=? AND bucket=? AND key=?'),
    oldUploads: db.prepare('SELECT id FROM upload WHERE at<?'),
    dropUpload: db.prepare('DELETE FROM upload WHERE id=?'),
    putPart: db.prepare('INSERT OR REPLACE INTO part VALUES(?,?,?,?,?,?)'),
    part: db.prepare('SELECT * FROM part WHERE upload=? AND number=?'),
    parts: db.prepare('SELECT * FROM part WHERE upload=? ORDER BY number'),
    dropParts: db.prepare('DELETE FROM part WHERE upload=?'),
    known: db.prepare('SELECT 1 FROM object WHERE file=?1 UNION SELECT 1 FROM part WHERE file=?1'),
  }
  // Files of the previous process without a row were never acknowledged.
  const swept = sweep()

  async function sweep(): Promise<void> {
    await mkdir(objects, { recursive: true })
    const orphans = (await readdir(objects)).filter(file => sql.known.get(file) === undefined)
    await Promise.all(orphans.map(file => discard(file)))
  }

  const deletions = createDeletions(file => rm(join(objects, file), { force: true }))
  const discard = deletions.remove
  const pause = createPause()
  const room = roomIn(dir)

  /**
   * Streams a body to a new file and syncs it; the caller adds the row that names it.
   * @throws StorageFullError before the file takes what is reserved
   */
  async function write(body: Readable, checks: BodyChecks = {}): Promise<Written> {
    await swept
    if (!room('intake')) throw new StorageFullError()
    const file = randomUUID()
    const md5 = createHash('md5')
    const sha256 = checks.sha256 ? createHash('sha256') : undefined
    let crc = 0
    let size = 0
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const isMark = Math.floor((size + chunk.length) / ROOM_BYTES) > Math.floor(size / ROOM_BYTES)
        size += chunk.length
        md5.update(chunk)
        sha256?.update(chunk)
        if (checks.crc32) crc = crc32(chunk, crc)
        if (size > (checks.max ?? Number.POSITIVE_INFINITY)) {
          done(new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size'))
        } else if (isMark && !room('intake')) done(new StorageFullError())
        else done(null, chunk)
      },
    })
    try {
      await pipeline(body, measure, createWriteStream(join(objects, `${file}.part`), { flush: true }))
      if (size < (checks.min ?? 0)) {
        throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
      }
      if (sha256 && sha256.digest('hex') !== checks.sha256) {
        throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The provided x-amz-content-sha256 header does not match.')
      }
      if (checks.crc32) {
        const found = Buffer.alloc(4)
        found.writeUInt32BE(crc)
        if (found.toString('base64') !== checks.crc32) {
          throw new S3Error(400, 'BadDigest', 'The CRC32 you specified did not match the calculated checksum.')
        }
      }
      await rename(join(objects, `${file}.part`), join(objects, file))
    } catch (error) {
      await discard(`${file}.part`)
      throw error
    }
    return { file, size, etag: md5.digest('hex') }
  }

  function name(bucket: string, key: string, written: Written, headers: ObjectHeaders): void {
    const old = sql.get.get(bucket, key) as ObjectRow | undefined
    orDiscard(written, () =>
      sql.put.run(bucket, key, written.file, written.size, written.etag, Date.now(), JSON.stringify(headers)),
    )
    if (old) void discard(old.file)
  }

  /** Adds the row that names a file, or removes the file. */
  function orDiscard({ file }: Written, addRow: () => unknown): void {
    try {
      addRow()
    } catch (error) {
      void discard(file)
      throw error
    }
  }

  function dropUpload(id: string): void {
    const files = sql.parts.all(id) as { file: string }[]
    sql.dropUpload.run(id)
    sql.dropParts.run(id)
    for (const { file } of files) void discard(file)
  }

  const toObject = (row: ObjectRow): StoredObject => ({
    ...(JSON.parse(row.meta) as ObjectHeaders),
    key: row.key,
    size: row.size,
    etag: row.etag,
    at: row.at,
    file: row.file,
  })

  return {
    hasBucket: (bucket: string) => sql.bucket.get(bucket) !== undefined,
    buckets: () => sql.buckets.all() as { name: string; created: number }[],
    addBucket: (bucket: string) => void sql.addBucket.run(bucket, Date.now()),

    async put(
      bucket: string,
      key: string,
      body: Readable,
      headers: ObjectHeaders,
      checks?: BodyChecks & { fresh?: boolean },
    ) {
      const written = await write(body, checks)
      if (checks?.fresh && sql.get.get(bucket, key)) {
        await discard(written.file)
        throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
      }
      name(bucket, key, written, headers)
      return written
    },

    /** Returns an object. @throws S3Error 404 NoSuchKey */
    get(bucket: string, key: string): StoredObject {
      const row = sql.get.get(bucket, key) as ObjectRow | undefined
      if (!row) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
      return toObject(row)
    },

    read: (object: { file: string }, range?: { start: number; end: number }) =>
      createReadStream(join(objects, object.file), range),

    async remove(bucket: string, key: string): Promise<void> {
      await pause.over()
      const row = sql.remove.get(bucket, key) as { file: string } | undefined
      if (row) void discard(row.file)
    },

    /** Removes objects below a prefix that were stored before a moment (epoch ms). */
    expire(bucket: string, prefix: string, before: number): void {
      // The next pass removes them.
      if (pause.isActive()) return
      const rows = sql.expire.all(bucket, prefix, `${prefix}\u{10ffff}`, before) as { file: string }[]
      for (const row of rows) void discard(row.file)
    },

    /** Removes uploads that were begun before a moment (epoch ms) and not completed. */
    expireUploads(before: number): void {
      for (const { id } of sql.oldUploads.all(before) as { id: string }[]) dropUpload(id)
    },

    /**
     * Returns objects and common prefixes after `after` in key order, one more than `max` if there
     * are more.
     */
    list(bucket: string, options: { prefix: string; delimiter: string; after: string; max: number }) {
      const found: { key: string; object?: StoredObject }[] = []
      let cursor = options.after
      let inclusive = options.prefix > options.after
      if (inclusive) cursor = options.prefix
      while (found.length <= options.max) {
        const want = options.delimiter ? 100 : options.max + 1 - found.length
        const rows = (inclusive ? sql.from : sql.after).all(bucket, cursor, want) as ObjectRow[]
        inclusive = false
        for (const row of rows) {
          if (!row.key.startsWith(options.prefix)) return found
          cursor = row.key
          const cut = options.delimiter ? row.key.indexOf(options.delimiter, options.prefix.length) : -1
          if (cut < 0) found.push({ key: row.key, object: toObject(row) })
          else {
            const prefix = row.key.slice(0, cut + options.delimiter.length)
            // Everything below a common prefix is one entry of the answer: the next key lies behind
            // it.
            cursor = `${prefix}\u{10ffff}`
            if (prefix > options.after || !options.after.startsWith(prefix)) found.push({ key: prefix })
            break
          }
          if (found.length > options.max) return found
        }
        if (rows.length === 0) return found
      }
      return found
    },

    startUpload(bucket: string, key: string, headers: ObjectHeaders): string {
      const id = randomUUID()
      sql.addUpload.run(id, bucket, key, JSON.stringify(headers), Date.now())
      return id
    },

    /** Returns an upload. @throws S3Error 404 NoSuchUpload */
    upload(id: string, bucket: string, key: string) {
      const row = sql.upload.get(id, bucket, key) as { meta: string } | undefined
      if (!row) throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.')
      const parts = () =>
        sql.parts.all(id) as { number: number; size: number; etag: string; at: number; file: string }[]
      const drop = () => dropUpload(id)
      return {
        parts,
        drop,
        async putPart(number: number, body: Readable, checks?: BodyChecks): Promise<string> {
          const written = await write(body, checks)
          const old = sql.part.get(id, number) as { file: string } | undefined
          orDiscard(written, () => sql.putPart.run(id, number, written.file, written.size, written.etag, Date.now()))
          if (old) void discard(old.file)
          return written.etag
        },
        async complete(wanted: { number: number; etag: string }[]): Promise<string> {
          const have = new Map(parts().map(part => [part.number, part]))
          const chosen = wanted.map(({ number, etag }) => {
            const part = have.get(number)
            if (!part || part.etag !== etag)
              throw new S3Error(400, 'InvalidPart', 'A specified part could not be found.')
            return part
          })
          if (chosen.length === 0) throw new S3Error(400, 'MalformedXML', 'The XML you provided was not well-formed.')
          const body = Readable.from(
            (async function* () {
              for (const part of chosen) yield* createReadStream(join(objects, part.file))
            })(),
            { objectMode: false },
          )
          const written = await write(body)
          const digests = Buffer.concat(chosen.map(part => Buffer.from(part.etag, 'hex')))
          const etag = `${createHash('md5').update(digests).digest('hex')}-${chosen.length}`
          name(bucket, key, { ...written, etag }, JSON.parse(row.meta) as ObjectHeaders)
          drop()
          return etag
        },
      }
    },

    /** Pause of deletions. */
    pause,
    /** Removal of the files of deleted objects. */
    deletions,

    close() {
      pause.end()
      db.close()
    },
  }
}
