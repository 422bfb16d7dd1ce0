import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CutCalls } from '../../local/cut.ts'

/** Databases of a data directory, in the order in which they are pinned. */
export const DATABASES = ['sqs.sqlite', 'dynamodb.sqlite', 's3/s3.sqlite'] as const
export type DatabaseFile = (typeof DATABASES)[number]

/**
 * Databases at one moment (epoch ms), read by transactions that stay open, and for how long the
 * product was paused.
 */
export type Pinned = { moment: number; pausedMs: number; databases: Map<DatabaseFile, DatabaseSync>; close: () => void }

const BUSY_MS = 5000

/**
 * Opens a read transaction on each database at one consistent moment. With write-ahead logs such a
 * transaction goes on reading that moment, whoever writes meanwhile; nobody waits for it.
 *
 * Queues first, objects last: what the table names was stored before, and what a queue still holds
 * is processed once more, which changes nothing.
 * @param cut calls of the running product; undefined when none runs
 * @param isRunning tells that a product runs now
 * @returns undefined when it took longer than the pause, or a product has started meanwhile
 */
export async function pinDatabases(
  dataDir: string,
  cut: CutCalls | undefined,
  isRunning: () => boolean,
): Promise<Pinned | undefined> {
  const databases = new Map<DatabaseFile, DatabaseSync>()
  const close = () => {
    for (const database of databases.values()) database.close()
  }
  try {
    for (const file of DATABASES) databases.set(file, openDatabase(join(dataDir, file)))
    const began = performance.now()
    const pausedUntil = cut ? (await cut.pause()).pausedUntil : Number.POSITIVE_INFINITY
    const moment = Date.now()
    for (const database of databases.values()) {
      database.exec('BEGIN')
      // A transaction begins with its first read.
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
    }
    const isWhole = Date.now() < pausedUntil && (cut !== undefined || !isRunning())
    await cut?.resume()
    const pausedMs = cut ? performance.now() - began : 0
    if (isWhole) return { moment, pausedMs, databases, close }
  } catch (error) {
    close()
    throw error
  }
  close()
  return undefined
}

function openDatabase(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`there is no ${file}: this is no data directory of Balcão`)
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS })
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode').get() as { journal_mode: string }
  if (mode === 'wal') return database
  database.close()
  throw new Error(`${file} has no write-ahead log (journal mode ${mode}), so it cannot be copied while it is in use`)
}
