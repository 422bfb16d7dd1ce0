import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Name of the lock in a data directory. */
export const LOCK_FILE = 'lock.sqlite'

/** Locks that this process holds; a collected one would be released. */
const held = new Map<string, DatabaseSync>()

/**
 * Locks a data directory for the life of this process. The lock is the operating system's on a
 * file, so it ends with its holder however that ends, and no other process can take it meanwhile.
 * @returns false if another process has it
 */
export function lockDataDir(dataDir: string): boolean {
  if (held.has(dataDir)) return true
  const lock = new DatabaseSync(join(dataDir, LOCK_FILE))
  // A short wait: `isLocked` of another process reads for a moment.
  const isOurs = unlessBusy(lock, 'PRAGMA busy_timeout=200; PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE')
  if (isOurs) held.set(dataDir, lock)
  else lock.close()
  return isOurs
}

/** Returns whether a process has locked a data directory. */
export function isLocked(dataDir: string): boolean {
  if (held.has(dataDir)) return true
  const file = join(dataDir, LOCK_FILE)
  if (!existsSync(file)) return false
  const lock = new DatabaseSync(file, { readOnly: true })
  const isFree = unlessBusy(lock, 'PRAGMA busy_timeout=0; SELECT count(*) FROM sqlite_schema')
  lock.close()
  return !isFree
}

const SQLITE_BUSY = 5

/** Returns false if another process has the database. */
function unlessBusy(database: DatabaseSync, sql: string): boolean {
  try {
    database.exec(sql)
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}
