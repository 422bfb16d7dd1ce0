import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

const SCHEMA = `
create table if not exists meta (key text primary key, value blob not null) without rowid;
create table if not exists phones (number text primary key, record text not null) without rowid;
create table if not exists keys (number text, type text, id text, value text not null, primary key (number, type, id)) without rowid;
create table if not exists devices (number text, id integer, record text not null, primary key (number, id)) without rowid;
create table if not exists prekeys (number text, device integer, id integer, key blob not null, primary key (number, device, id)) without rowid;
create table if not exists queue (seq integer primary key autoincrement, number text not null, device integer not null, key text not null, node blob not null);
create index if not exists queue_key on queue (number, device, key);
create table if not exists messages (seq integer primary key autoincrement, rev integer not null, number text not null, chat text not null,
  id text not null, from_me integer not null, ack integer not null, wire text, entry text not null, proto blob);
create index if not exists messages_id on messages (number, id);
create index if not exists messages_seq on messages (number, seq);
create index if not exists messages_rev on messages (number, rev);
create index if not exists messages_chat on messages (number, chat, seq);
create table if not exists sent (number text, id text, chat text not null, edit text, proto blob not null, primary key (number, id)) without rowid;
create table if not exists groups (id text primary key, record text not null) without rowid;
create table if not exists patches (number text, version integer, patch blob not null, primary key (number, version)) without rowid;
create table if not exists media (path text primary key, data blob not null) without rowid;
create table if not exists media_of (path text, number text, primary key (path, number)) without rowid;
`

type Value = string | number | null | Uint8Array

/**
 * Opens the simulator's SQLite file, or one in memory without a directory: tables, statements,
 * transactions.
 */
export class Database {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #depth = 0

  constructor(dataDir: string | undefined) {
    if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    this.#db = new DatabaseSync(dataDir ? join(dataDir, 'simulator.db') : ':memory:')
    // One process owns a data directory: a second one fails here instead of mixing ratchets.
    this.#db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal')
    this.#db.exec(SCHEMA)
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  /** Runs synchronous writes as one transaction; nested calls join the outer one. */
  tx<T>(work: () => T): T {
    if (this.#depth > 0) return work()
    this.#db.exec('begin immediate')
    this.#depth++
    try {
      const result = work()
      this.#db.exec('commit')
      return result
    } catch (error) {
      this.#db.exec('rollback')
      throw error
    } finally {
      this.#depth--
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#db.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  run(sql: string, ...values: Value[]) {
    return this.#prepare(sql).run(...values)
  }

  one<T>(sql: string, ...values: Value[]): T | undefined {
    return this.#prepare(sql).get(...values) as T | undefined
  }

  all<T>(sql: string, ...values: Value[]): T[] {
    return this.#prepare(sql).all(...values) as T[]
  }
}
