import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type BackupKey, decryptStream } from './encryption.ts'
import { inParallel } from './in-parallel.ts'
import type { Manifest, StoredFile } from './manifest.ts'
import { DATABASES } from './pin-databases.ts'
import { streamId } from './store-file.ts'
import type { BackupTarget } from './target/backup-target.ts'

/** Writes the files of a backup into a folder. @throws when one is not as the manifest says */
export async function restoreFiles(
  target: BackupTarget,
  manifest: Manifest,
  key: BackupKey | undefined,
  dir: string,
): Promise<void> {
  await inParallel(manifest.files, async file => {
    try {
      await restoreFile(target, file, { dir, key, id: streamId(manifest.id, file.file) })
    } catch (error) {
      throw new Error(`${target.nameOf(file.stored)} is damaged: ${(error as Error).message}`, { cause: error })
    }
  })
  mkdirSync(join(dir, 's3/objects'), { recursive: true, mode: 0o700 })
  for (const file of DATABASES) checkDatabase(join(dir, file))
}

async function restoreFile(
  target: BackupTarget,
  { file, stored, size, sha256 }: StoredFile,
  { dir, key, id }: { dir: string; key: BackupKey | undefined; id: string },
): Promise<void> {
  const to = join(dir, file)
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const digest = createHash('sha256')
  let read = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      read += chunk.length
      done(null, chunk)
    },
    flush(done) {
      // What stands behind this has not ended yet, so it fails with the plainest reason.
      if (read !== size) done(new Error(`it has ${read} bytes in place of ${size}`))
      else if (digest.digest('hex') !== sha256) done(new Error('its SHA-256 is another'))
      else done()
    },
  })
  if (stored.endsWith('.enc') && !key) throw new Error('it is encrypted, and the manifest says that it is not')
  await pipeline([
    await target.read(stored),
    meter,
    ...(key && stored.endsWith('.enc') ? [decryptStream(key, id)] : []),
    ...(/\.zst(\.enc)?$/.test(stored) ? [createZstdDecompress()] : []),
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  ] as never)
}

/** @throws when a database's pages do not fit together */
function checkDatabase(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const [row] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
    if (row?.quick_check !== 'ok') throw new Error(`${file}: ${row?.quick_check}`)
  } finally {
    database.close()
  }
}
