import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Contents of a server's disk: rows, messages of queues, objects, and the bytes of all files. */
export type Disk = {
  /** Rows of the table by kind. */
  rows: Map<string, number>
  /** Waiting and remembered messages of the queues. */
  queued: number
  remembered: number
  objects: number
  /** Bytes of the files, by what they hold. */
  bytes: { table: number; queues: number; objects: number; logs: number; other: number }
}

/** Reads what lies in a data directory while the server runs. */
export function readDisk(dataDir: string): Disk {
  return {
    rows: query('dynamodb.sqlite', db => {
      const table = db.prepare(`SELECT table_name AS name FROM _tables`).get() as { name: string }
      const rows = db.prepare(`SELECT pk, sk FROM "${table.name}"`).all() as { pk: string; sk: string }[]
      const kinds = new Map<string, number>()
      for (const { pk, sk } of rows) {
        const kind = kindOf(pk, sk)
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      }
      return kinds
    }),
    queued: query('sqs.sqlite', db => countOf(db, 'msg')),
    remembered: query('sqs.sqlite', db => countOf(db, 'dedup')),
    objects: query('s3/s3.sqlite', db => countOf(db, 'object')),
    bytes: sizes(dataDir),
  }

  function query<T>(file: string, ask: (db: DatabaseSync) => T): T {
    const db = new DatabaseSync(join(dataDir, file), { readOnly: true })
    try {
      return ask(db)
    } finally {
      db.close()
    }
  }
}

const countOf = (db: DatabaseSync, table: string): number =>
  (db.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count

/**
 * Returns the first word of a row's partition and that of its sort key, without ids and numbers.
 */
function kindOf(pk: string, sk: string): string {
  const word = (key: string) => key.split('#').find(part => /^[a-zA-Z][a-zA-Z-]*$/.test(part)) ?? ''
  return `${word(pk)} ${word(sk)}`.trim() || 'others'
}

function sizes(dataDir: string): Disk['bytes'] {
  const bytes = { table: 0, queues: 0, objects: 0, logs: 0, other: 0 }
  for (const file of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    if (file.startsWith('built')) continue
    const info = statSync(join(dataDir, file), { throwIfNoEntry: false })
    if (!info?.isFile()) continue
    const part = file.startsWith('dynamodb.sqlite')
      ? 'table'
      : file.startsWith('sqs.sqlite')
        ? 'queues'
        : file.startsWith('s3')
          ? 'objects'
          : file.startsWith('logs')
            ? 'logs'
            : 'other'
    bytes[part] += info.size
  }
  return bytes
}
