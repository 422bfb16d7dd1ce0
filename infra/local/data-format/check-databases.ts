import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFormatError } from './data-format-error.ts'
import { tableFileIn } from './format-file.ts'

/** Databases of a data directory; each is created with the first start. */
const databasesIn = (dataDir: string) => [
  { name: 'table', file: tableFileIn(dataDir) },
  { name: 'queues', file: join(dataDir, 'sqs.sqlite') },
  { name: 'files', file: join(dataDir, 's3', 's3.sqlite') },
]

/** Size up to which the pages of a database are checked at a start, about a second of reading. */
const CHECKED_BYTES = 512 * 1024 * 1024

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'

/**
 * Checks the databases of a directory that holds data: each is a database, has all its pages, and,
 * up to 512 MB, pages that fit together.
 * @param isComplete true if none may be missing
 * @throws DataFormatError that names the damage and how to restore; nothing is created in place of
 * a damaged database
 */
export function checkDatabases(dataDir: string, isComplete: boolean): void {
  for (const { name, file } of databasesIn(dataDir)) {
    const damage = existsSync(file) || isComplete ? damageOf(file) : undefined
    if (damage) throw new DataFormatError(explain(dataDir, name, file, damage))
  }
}

function damageOf(file: string): string | undefined {
  if (!existsSync(file)) return 'it is missing'
  const { size } = statSync(file)
  // The first write may still lie in the journal beside the file.
  if (size === 0 && existsSync(`${file}-wal`)) return undefined
  const header = Buffer.alloc(HEADER_BYTES)
  const opened = openSync(file, 'r')
  readSync(opened, header, 0, HEADER_BYTES, 0)
  closeSync(opened)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'it is no database'
  try {
    return problemOf(file, size)
  } catch (error) {
    return (error as Error).message
  }
}

/** Opens a database, which brings in what its journal holds, and returns its first problem. */
function problemOf(file: string, size: number): string | undefined {
  const database = new DatabaseSync(file)
  try {
    const one = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0]
    one('SELECT count(*) FROM sqlite_schema')
    const pages = Number(one('PRAGMA page_count')) * Number(one('PRAGMA page_size'))
    const hasJournal = existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0
    if (!hasJournal && pages > size) return `${size} of its ${pages} bytes are there`
    if (size > CHECKED_BYTES) return undefined
    const found = String(one('PRAGMA quick_check(1)'))
    return found === 'ok' ? undefined : found
  } finally {
    database.close()
  }
}

function explain(dataDir: string, name: string, file: string, damage: string): string {
  return `The ${name} of ${dataDir} cannot be used: ${file}: ${damage}.
Nothing was changed, and no empty one was made. To go on, restore the latest backup into a new directory:
  npm run restore -- --from BACKUPS --data-dir NEW_DIRECTORY
Keep ${dataDir} until the restored one works: docs/operations/backup.md`
}
