import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Longest time for which a change is in memory only, in ms. */
const FLUSH_MS = 200

/** Records of the simulator by kind and id, as JSON. */
export type Store = {
  /** Returns the records of a kind in the order in which they were first written. */
  load: <T>(kind: string) => T[]
  put: (kind: string, id: string, record: unknown) => void
  remove: (kind: string, id: string) => void
  close: () => void
}

/**
 * Opens the records of a folder; without one nothing is stored. Changes are written in one
 * transaction every 200 ms, so that a message costs one write for all of its statuses.
 */
export function openStore(dir: string | undefined): Store {
  if (!dir) return { load: () => [], put() {}, remove() {}, close() {} }
  const db = new DatabaseSync(join(dir, 'cloud.sqlite'))
  db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=normal;
    CREATE TABLE IF NOT EXISTS records(
      seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, record TEXT NOT NULL,
      UNIQUE(kind, id));`)
  const all = db.prepare('SELECT record FROM records WHERE kind=? ORDER BY seq')
  const write = db.prepare(
    'INSERT INTO records(kind, id, record) VALUES(?,?,?) ON CONFLICT(kind, id) DO UPDATE SET record=excluded.record',
  )
  const erase = db.prepare('DELETE FROM records WHERE kind=? AND id=?')
  /** Changes not yet written; undefined removes a record. */
  let changed = new Map<string, { kind: string; id: string; record: unknown }>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    const work = changed
    changed = new Map()
    db.exec('BEGIN')
    for (const { kind, id, record } of work.values())
      if (record === undefined) erase.run(kind, id)
      else write.run(kind, id, JSON.stringify(record))
    db.exec('COMMIT')
  }

  const change = (kind: string, id: string, record: unknown) => {
    changed.set(`${kind} ${id}`, { kind, id, record })
    timer ??= setTimeout(flush, FLUSH_MS).unref()
  }

  return {
    load: <T>(kind: string) => all.all(kind).map(row => JSON.parse(String(row.record)) as T),
    put: change,
    remove: (kind, id) => change(kind, id, undefined),
    close() {
      flush()
      db.close()
    },
  }
}
