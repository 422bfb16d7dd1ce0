import { Database } from './database.ts'
import type { DeviceRecord, Group, HistoryRow, PhoneRecord, QueuedStanza } from './types.ts'

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
 * Data that outlives a restart, in one SQLite file (or in memory without a directory). Each
 * statement is durable against kill -9 when it returns; `tx` makes several of them one.
 */
export class Store {
  readonly #db: Database
  #rev: number

  constructor(dataDir: string | undefined) {
    this.#db = new Database(dataDir)
    this.#rev = Number(this.#db.one<{ rev: number | null }>('select max(rev) rev from messages')?.rev ?? 0)
  }

  close(): void {
    this.#db.close()
  }

  /** Runs synchronous writes as one transaction; nested calls join the outer one. */
  tx<T>(work: () => T): T {
    return this.#db.tx(work)
  }

  // ---- settings ----

  getMeta(key: string): Buffer | undefined {
    const row = this.#db.one<{ value: Uint8Array }>('select value from meta where key = ?', key)
    return row && Buffer.from(row.value)
  }

  setMeta(key: string, value: Uint8Array): void {
    this.#db.run('insert or replace into meta values (?, ?)', key, value)
  }

  // ---- phones and their Signal keys ----

  phones(): PhoneRecord[] {
    return this.#db
      .all<{ record: string }>('select record from phones order by number')
      .map(row => JSON.parse(row.record))
  }

  savePhone(record: PhoneRecord): void {
    this.#db.run('insert or replace into phones values (?, ?)', record.number, JSON.stringify(record))
  }

  getKey(number: string, type: string, id: string): string | undefined {
    return this.#db.one<{ value: string }>(
      'select value from keys where number = ? and type = ? and id = ?',
      number,
      type,
      id,
    )?.value
  }

  setKey(number: string, type: string, id: string, value: string | undefined): void {
    if (value === undefined) this.#db.run('delete from keys where number = ? and type = ? and id = ?', number, type, id)
    else this.#db.run('insert or replace into keys values (?, ?, ?, ?)', number, type, id, value)
  }

  // ---- what a handset shares with its linked clients ----

  addPatch(number: string, version: number, patch: Uint8Array): void {
    this.#db.run('insert into patches values (?, ?, ?)', number, version, patch)
  }

  lastPatch(number: string): number {
    return Number(
      this.#db.one<{ v: number | null }>('select max(version) v from patches where number = ?', number)?.v ?? 0,
    )
  }

  patches(number: string, above: number, limit: number): Buffer[] {
    return this.#db
      .all<{ patch: Uint8Array }>(
        'select patch from patches where number = ? and version > ? order by version limit ?',
        number,
        above,
        limit,
      )
      .map(({ patch }) => Buffer.from(patch))
  }

  // ---- linked devices ----

  devices(): DeviceRecord[] {
    return this.#db
      .all<{ record: string }>('select record from devices order by number, id')
      .map(row => JSON.parse(row.record))
  }

  saveDevice(record: DeviceRecord): void {
    this.#db.run('insert or replace into devices values (?, ?, ?)', record.number, record.id, JSON.stringify(record))
  }

  removeDevice(number: string, id: number): void {
    this.tx(() => {
      this.#db.run('delete from devices where number = ? and id = ?', number, id)
      this.#db.run('delete from prekeys where number = ? and device = ?', number, id)
      this.#db.run('delete from queue where number = ? and device = ?', number, id)
    })
  }

  addPreKeys(number: string, device: number, keys: { keyId: number; publicKey: Uint8Array }[]): void {
    this.tx(() => {
      for (const key of keys) {
        this.#db.run('insert or replace into prekeys values (?, ?, ?, ?)', number, device, key.keyId, key.publicKey)
      }
    })
  }

  countPreKeys(number: string, device: number): number {
    return this.#db.one<{ n: number }>(
      'select count(*) n from prekeys where number = ? and device = ?',
      number,
      device,
    )!.n
  }

  takePreKey(number: string, device: number): { keyId: number; publicKey: Buffer } | undefined {
    const row = this.#db.one<{ id: number; key: Uint8Array }>(
      'select id, key from prekeys where number = ? and device = ? order by id limit 1',
      number,
      device,
    )
    if (!row) return undefined
    this.#db.run('delete from prekeys where number = ? and device = ? and id = ?', number, device, row.id)
    return { keyId: row.id, publicKey: Buffer.from(row.key) }
  }

  // ---- stanzas a device has not acknowledged yet ----

  enqueue(stanza: Omit<QueuedStanza, 'seq'>): void {
    this.dequeue(stanza.number, stanza.device, stanza.key)
    this.#db.run(
      'insert into queue (number, device, key, node) values (?, ?, ?, ?)',
      stanza.number,
      stanza.device,
      stanza.key,
      stanza.node,
    )
  }

  dequeue(number: string, device: number, key: string): void {
    this.#db.run('delete from queue where number = ? and device = ? and key = ?', number, device, key)
  }

  queued(number: string, device: number): QueuedStanza[] {
    return this.#db.all<QueuedStanza>(
      'select * from queue where number = ? and device = ? order by seq',
      number,
      device,
    )
  }

  countQueued(number: string, device: number): number {
    return this.#db.one<{ n: number }>('select count(*) n from queue where number = ? and device = ?', number, device)!
      .n
  }

  // ---- what each phone's owner sees ----

  addMessage(row: Omit<HistoryRow, 'seq' | 'rev'>): HistoryRow {
    const rev = ++this.#rev
    const { lastInsertRowid } = this.#db.run(
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
    if (path) this.#db.run('insert or ignore into media_of values (?, ?)', path, row.number)
    return { ...row, seq: Number(lastInsertRowid), rev }
  }

  updateMessage(row: HistoryRow): void {
    row.rev = ++this.#rev
    this.#db.run(
      'update messages set rev = ?, ack = ?, entry = ?, proto = ? where seq = ?',
      row.rev,
      row.ack,
      JSON.stringify(row.entry),
      row.proto ?? null,
      row.seq,
    )
  }

  findMessage(number: string, id: string): HistoryRow | undefined {
    const raw = this.#db.one<RawRow>(
      'select * from messages where number = ? and id = ? order by seq limit 1',
      number,
      id,
    )
    return raw && toRow(raw)
  }

  /**
   * Returns rows of one phone in order; `changedAfter` lists those that changed since a revision.
   */
  messages(
    number: string,
    filter: { after?: number; changedAfter?: number; chat?: string; limit?: number },
  ): HistoryRow[] {
    const { after = 0, changedAfter, chat = null, limit = -1 } = filter
    // Usually few rows have changed: they are found by their own index and sorted, which is less
    // than reading the history.
    const [order, changed] = changedAfter === undefined ? ['seq', '+rev'] : ['+seq', 'rev']
    return this.#db
      .all<RawRow>(
        `select * from messages where number = ? and ${order} > ? and ${changed} > ? and (? is null or chat = ?)
       order by ${order} limit ?`,
        number,
        after,
        changedAfter ?? 0,
        chat,
        chat,
        limit,
      )
      .map(toRow)
  }

  unread(number: string, chat: string, below: number): HistoryRow[] {
    return this.#db
      .all<RawRow>(
        'select * from messages where number = ? and chat = ? and from_me = 0 and ack < ? order by seq',
        number,
        chat,
        below,
      )
      .map(toRow)
  }

  chats(number: string): { chat: string; last: number; unread: number }[] {
    return this.#db.all(
      `select chat, max(seq) last, sum(from_me = 0 and ack < 4) unread from messages where number = ? group by chat order by last desc`,
      number,
    )
  }

  /**
   * Returns a message a phone wrote, kept to be encrypted again for a device that asks for a retry.
   */
  saveSent(number: string, id: string, sent: { chat: string; edit?: string; proto: Uint8Array }): void {
    this.#db.run(
      'insert or replace into sent values (?, ?, ?, ?, ?)',
      number,
      id,
      sent.chat,
      sent.edit ?? null,
      sent.proto,
    )
  }

  getSent(number: string, id: string): { chat: string; edit?: string; proto: Uint8Array } | undefined {
    const row = this.#db.one<{ chat: string; edit: string | null; proto: Uint8Array }>(
      'select chat, edit, proto from sent where number = ? and id = ?',
      number,
      id,
    )
    return row && { chat: row.chat, edit: row.edit ?? undefined, proto: row.proto }
  }

  // ---- groups and media ----

  groups(): Group[] {
    return this.#db.all<{ record: string }>('select record from groups').map(row => JSON.parse(row.record))
  }

  saveGroup(group: Group): void {
    this.#db.run('insert or replace into groups values (?, ?)', group.id, JSON.stringify(group))
  }

  putMedia(path: string, data: Uint8Array): void {
    this.#db.run('insert or replace into media values (?, ?)', path, data)
  }

  getMedia(path: string): Buffer | undefined {
    const row = this.#db.one<{ data: Uint8Array }>('select data from media where path = ?', path)
    return row && Buffer.from(row.data.buffer, row.data.byteOffset, row.data.byteLength)
  }

  /** Returns the numbers that have a message with this medium. */
  numbersWithMedia(path: string): Set<string> {
    const rows = this.#db.all<{ number: string }>('select number from media_of where path = ?', path)
    return new Set(rows.map(row => row.number))
  }
}
