import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { DeviceRecord, Group, HistoryRow, PhoneRecord, QueuedStanza } from './types.ts'

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
create table if not exists media (path text primary key, data blob not null) without rowid;
create table if not exists media_of (path text, number text, primary key (path, number)) without rowid;
`

type RawRow = {
  seq: number
  rev: number
  number: string
  chat: string
  id: string
  from_me: number
  ack: number
  wire: string | null
  entry: string
  proto: Uint8Array | null
}

const toRow = (raw: RawRow): HistoryRow => ({
  seq: raw.seq,
  rev: raw.rev,
  number: raw.number,
  chat: raw.chat,
  id: raw.id,
  fromMe: raw.from_me === 1,
  ack: raw.ack,
  wire: raw.wire ?? undefined,
  entry: JSON.parse(raw.entry),
  proto: raw.proto ?? undefined,
})

/**
 * Everything that outlives a restart, in one SQLite file (or in memory without a directory).
 * Each statement is durable against kill -9 when it returns; `tx` makes several of them one.
 */
export class Store {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #depth = 0
  #rev = 0

  constructor(dataDir: string | undefined) {
    if (dataDir) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    this.#db = new DatabaseSync(dataDir ? join(dataDir, 'simulator.db') : ':memory:')
    // One process owns a data directory: a second one fails here instead of mixing ratchets.
    this.#db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal')
    this.#db.exec(SCHEMA)
    this.#rev = Number(this.#one<{ rev: number | null }>('select max(rev) rev from messages')?.rev ?? 0)
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  /** runs synchronous writes as one transaction; nested calls join the outer one */
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

  // ---- settings ----------------------------------------------------------------------------------------------------

  getMeta(key: string): Buffer | undefined {
    const row = this.#one<{ value: Uint8Array }>('select value from meta where key = ?', key)
    return row && Buffer.from(row.value)
  }

  setMeta(key: string, value: Uint8Array): void {
    this.#run('insert or replace into meta values (?, ?)', key, value)
  }

  // ---- phones and their Signal keys --------------------------------------------------------------------------------

  phones(): PhoneRecord[] {
    return this.#all<{ record: string }>('select record from phones order by number').map(row => JSON.parse(row.record))
  }

  savePhone(record: PhoneRecord): void {
    this.#run('insert or replace into phones values (?, ?)', record.number, JSON.stringify(record))
  }

  getKey(number: string, type: string, id: string): string | undefined {
    return this.#one<{ value: string }>(
      'select value from keys where number = ? and type = ? and id = ?',
      number,
      type,
      id,
    )?.value
  }

  setKey(number: string, type: string, id: string, value: string | undefined): void {
    if (value === undefined) this.#run('delete from keys where number = ? and type = ? and id = ?', number, type, id)
    else this.#run('insert or replace into keys values (?, ?, ?, ?)', number, type, id, value)
  }

  // ---- linked devices ----------------------------------------------------------------------------------------------

  devices(): DeviceRecord[] {
    return this.#all<{ record: string }>('select record from devices order by number, id').map(row =>
      JSON.parse(row.record),
    )
  }

  saveDevice(record: DeviceRecord): void {
    this.#run('insert or replace into devices values (?, ?, ?)', record.number, record.id, JSON.stringify(record))
  }

  removeDevice(number: string, id: number): void {
    this.tx(() => {
      this.#run('delete from devices where number = ? and id = ?', number, id)
      this.#run('delete from prekeys where number = ? and device = ?', number, id)
      this.#run('delete from queue where number = ? and device = ?', number, id)
    })
  }

  addPreKeys(number: string, device: number, keys: { keyId: number; publicKey: Uint8Array }[]): void {
    this.tx(() => {
      for (const key of keys) {
        this.#run('insert or replace into prekeys values (?, ?, ?, ?)', number, device, key.keyId, key.publicKey)
      }
    })
  }

  countPreKeys(number: string, device: number): number {
    return this.#one<{ n: number }>('select count(*) n from prekeys where number = ? and device = ?', number, device)!.n
  }

  takePreKey(number: string, device: number): { keyId: number; publicKey: Buffer } | undefined {
    const row = this.#one<{ id: number; key: Uint8Array }>(
      'select id, key from prekeys where number = ? and device = ? order by id limit 1',
      number,
      device,
    )
    if (!row) return undefined
    this.#run('delete from prekeys where number = ? and device = ? and id = ?', number, device, row.id)
    return { keyId: row.id, publicKey: Buffer.from(row.key) }
  }

  // ---- stanzas a device has not acknowledged yet -------------------------------------------------------------------

  enqueue(stanza: Omit<QueuedStanza, 'seq'>): void {
    this.dequeue(stanza.number, stanza.device, stanza.key)
    this.#run(
      'insert into queue (number, device, key, node) values (?, ?, ?, ?)',
      stanza.number,
      stanza.device,
      stanza.key,
      stanza.node,
    )
  }

  dequeue(number: string, device: number, key: string): void {
    this.#run('delete from queue where number = ? and device = ? and key = ?', number, device, key)
  }

  queued(number: string, device: number): QueuedStanza[] {
    return this.#all<QueuedStanza>('select * from queue where number = ? and device = ? order by seq', number, device)
  }

  countQueued(number: string, device: number): number {
    return this.#one<{ n: number }>('select count(*) n from queue where number = ? and device = ?', number, device)!.n
  }

  // ---- what each phone's owner sees --------------------------------------------------------------------------------

  addMessage(row: Omit<HistoryRow, 'seq' | 'rev'>): HistoryRow {
    const rev = ++this.#rev
    const { lastInsertRowid } = this.#run(
      'insert into messages (rev, number, chat, id, from_me, ack, wire, entry, proto) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      rev,
      row.number,
      row.chat,
      row.id,
      row.fromMe ? 1 : 0,
      row.ack,
      row.wire ?? null,
      JSON.stringify(row.entry),
      row.proto ?? null,
    )
    const path = row.entry.media?.path
    if (path) this.#run('insert or ignore into media_of values (?, ?)', path, row.number)
    return { ...row, seq: Number(lastInsertRowid), rev }
  }

  updateMessage(row: HistoryRow): void {
    row.rev = ++this.#rev
    this.#run(
      'update messages set rev = ?, ack = ?, entry = ?, proto = ? where seq = ?',
      row.rev,
      row.ack,
      JSON.stringify(row.entry),
      row.proto ?? null,
      row.seq,
    )
  }

  findMessage(number: string, id: string): HistoryRow | undefined {
    const raw = this.#one<RawRow>('select * from messages where number = ? and id = ? order by seq limit 1', number, id)
    return raw && toRow(raw)
  }

  /** rows of one phone in order; `changedAfter` lists instead what changed since a revision */
  messages(
    number: string,
    filter: { after?: number; changedAfter?: number; chat?: string; limit?: number },
  ): HistoryRow[] {
    const { after = 0, changedAfter, chat = null, limit = -1 } = filter
    // What changed is usually little: found by its own index and sorted, instead of walking through the history.
    const [order, changed] = changedAfter === undefined ? ['seq', '+rev'] : ['+seq', 'rev']
    return this.#all<RawRow>(
      `select * from messages where number = ? and ${order} > ? and ${changed} > ? and (? is null or chat = ?)
       order by ${order} limit ?`,
      number,
      after,
      changedAfter ?? 0,
      chat,
      chat,
      limit,
    ).map(toRow)
  }

  unread(number: string, chat: string, below: number): HistoryRow[] {
    return this.#all<RawRow>(
      'select * from messages where number = ? and chat = ? and from_me = 0 and ack < ? order by seq',
      number,
      chat,
      below,
    ).map(toRow)
  }

  chats(number: string): { chat: string; last: number; unread: number }[] {
    return this.#all(
      `select chat, max(seq) last, sum(from_me = 0 and ack < 4) unread from messages where number = ? group by chat order by last desc`,
      number,
    )
  }

  /** what a phone wrote, kept so that it can be encrypted again for a device that asks for a retry */
  saveSent(number: string, id: string, sent: { chat: string; edit?: string; proto: Uint8Array }): void {
    this.#run(
      'insert or replace into sent values (?, ?, ?, ?, ?)',
      number,
      id,
      sent.chat,
      sent.edit ?? null,
      sent.proto,
    )
  }

  getSent(number: string, id: string): { chat: string; edit?: string; proto: Uint8Array } | undefined {
    const row = this.#one<{ chat: string; edit: string | null; proto: Uint8Array }>(
      'select chat, edit, proto from sent where number = ? and id = ?',
      number,
      id,
    )
    return row && { chat: row.chat, edit: row.edit ?? undefined, proto: row.proto }
  }

  // ---- groups and media --------------------------------------------------------------------------------------------

  groups(): Group[] {
    return this.#all<{ record: string }>('select record from groups').map(row => JSON.parse(row.record))
  }

  saveGroup(group: Group): void {
    this.#run('insert or replace into groups values (?, ?)', group.id, JSON.stringify(group))
  }

  putMedia(path: string, data: Uint8Array): void {
    this.#run('insert or replace into media values (?, ?)', path, data)
  }

  getMedia(path: string): Buffer | undefined {
    const row = this.#one<{ data: Uint8Array }>('select data from media where path = ?', path)
    return row && Buffer.from(row.data.buffer, row.data.byteOffset, row.data.byteLength)
  }

  /** who has a message with this medium */
  numbersWithMedia(path: string): Set<string> {
    const rows = this.#all<{ number: string }>('select number from media_of where path = ?', path)
    return new Set(rows.map(row => row.number))
  }

  // ---- statements --------------------------------------------------------------------------------------------------

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#db.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  #run(sql: string, ...values: (string | number | null | Uint8Array)[]) {
    return this.#prepare(sql).run(...values)
  }

  #one<T>(sql: string, ...values: (string | number | null)[]): T | undefined {
    return this.#prepare(sql).get(...values) as T | undefined
  }

  #all<T>(sql: string, ...values: (string | number | null)[]): T[] {
    return this.#prepare(sql).all(...values) as T[]
  }
}
