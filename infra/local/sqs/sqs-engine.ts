import { createHash, randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { isDiskFull, type RoomFor, StorageFullError } from '../disk.ts'
import { createPause, type Pause } from '../pause.ts'
import { SqsError } from './sqs-error.ts'

/**
 * One SQS call: takes the parameters of the JSON protocol and resolves with its answer. `signal`
 * ends a long poll early.
 */
export type SqsCall = (action: string, params: SqsParams, signal?: AbortSignal) => Promise<Record<string, unknown>>

/** A message in the answer of ReceiveMessage. */
export type SqsMessage = {
  MessageId: string
  ReceiptHandle: string
  Body: string
  MD5OfBody: string
  Attributes?: Record<string, string>
  MessageAttributes?: Record<string, SqsMessageAttribute>
}

export type SqsMessageAttribute = { DataType: string; StringValue?: string; BinaryValue?: string }

export type SqsEngine = {
  call: SqsCall
  /** Reduces the remaining delay of delayed messages by the given ms, after the clock was moved. */
  shortenDelays: (ms: number) => Promise<void>
  /** While paused, nothing is written and no call ends. */
  pause: Pause
  /** Returns the waiting messages of every queue, by name. */
  overview: () => QueueOverview[]
  close: () => void
}

export type QueueOverview = {
  name: string
  /** True if another queue sends its dead letters here. */
  deadLetters: boolean
  /** Number of messages that a consumer may receive now, or once those ahead of them are done. */
  waiting: number
  /**
   * Epoch ms since which the oldest message could be received; null without one. A message behind
   * one of its group that is being worked on counts once that one is done: commands for a phone
   * that is away wait in this way for days.
   */
  waitingSince: number | null
}

/** Parameters as they arrive: unknown JSON, validated field by field below. */
export type SqsParams = Record<string, unknown>

type QueueAttributes = Record<string, string>
type Queue = { name: string; fifo: boolean; created: number; attributes: QueueAttributes }
/** `checkedAt`: epoch ms up to which messages with an ended visibility have been found. */
type Candidates = { groups: Set<string>; checkedAt: number }
type QueueRow = { name: string; attrs: string; created: number }
type MessageRow = {
  seq: number
  id: string
  body: string
  attrs: string | null
  grp: string | null
  dedup: string | null
  sent: number
  visible: number
  receives: number
  first: number | null
  source: string | null
}

type MovedRow = Pick<MessageRow, 'seq' | 'grp' | 'source'>

const DEDUPLICATION_MS = 300_000
const LIMIT_BYTES = 1024 * 1024
const HOUSEKEEPING_MS = 60_000
/** Pause before it is looked again whether there is room to hand out messages. */
const ROOM_MS = 1000
/** Queues that the session hosts fill. */
const INTAKE = /-inbound\.fifo$/
const DEFAULTS: QueueAttributes = {
  VisibilityTimeout: '30',
  DelaySeconds: '0',
  ReceiveMessageWaitTimeSeconds: '0',
  MessageRetentionPeriod: '345600',
  MaximumMessageSize: String(LIMIT_BYTES),
}

/**
 * Runs SQS on SQLite: standard and FIFO queues, redrive, delays, long polling that wakes on the
 * send itself.
 *
 * Every acknowledged call is in the write-ahead log before its answer, so kill -9 loses nothing.
 * Messages that were in flight when the previous process died are visible again at once, without a
 * counted receive: their consumers died with it.
 * @param options.file path of the database, or `:memory:`
 * A full disk refuses a call as a whole and changes nothing: `StorageFullError`. Before that, work
 * stops by its kind (`disk.ts`).
 * @param options.queueUrl returns the URL of a queue's name for callers
 * @param options.room says whether there is room for a kind of work; by default always
 */
export function createSqsEngine(options: {
  file: string
  account: string
  region: string
  queueUrl: (name: string) => string
  room?: (work: RoomFor) => boolean
}): SqsEngine {
  const { room = () => true } = options
  const db = new DatabaseSync(options.file)
  db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=5000;
    CREATE TABLE IF NOT EXISTS queue(name TEXT PRIMARY KEY, attrs TEXT NOT NULL, created INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS msg(
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, queue TEXT NOT NULL, body TEXT NOT NULL, attrs TEXT,
      grp TEXT, dedup TEXT, sent INTEGER NOT NULL, visible INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0,
      first INTEGER, receipt TEXT, source TEXT);
    CREATE INDEX IF NOT EXISTS msg_visible ON msg(queue, visible, seq);
    DROP INDEX IF EXISTS msg_order;
    CREATE INDEX IF NOT EXISTS msg_group ON msg(queue, grp, seq) WHERE grp IS NOT NULL;
    CREATE INDEX IF NOT EXISTS msg_flight ON msg(queue, grp) WHERE receipt IS NOT NULL AND grp IS NOT NULL;
    CREATE UNIQUE INDEX IF NOT EXISTS msg_receipt ON msg(receipt) WHERE receipt IS NOT NULL;
    CREATE TABLE IF NOT EXISTS dedup(
      queue TEXT, key TEXT, id TEXT, seq INTEGER, until INTEGER, PRIMARY KEY(queue, key)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS dedup_until ON dedup(until);`)
  db.prepare(
    'UPDATE msg SET visible=?1, receipt=NULL, receives=max(0, receives-1) WHERE receipt IS NOT NULL AND visible>?1',
  ).run(Date.now())

  const sql = {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    queue: db.prepare('SELECT * FROM queue WHERE name=?'),
    insert: db.prepare('INSERT INTO msg(id,queue,body,attrs,grp,dedup,sent,visible) VALUES(?,?,?,?,?,?,?,?)'),
    pick: db.prepare('SELECT * FROM msg WHERE queue=? AND visible<=? ORDER BY visible, seq LIMIT ?'),
    // A FIFO group with a message in flight is closed.
    flying: db.prepare(
      'SELECT 1 FROM msg INDEXED BY msg_flight WHERE queue=? AND grp=? AND receipt IS NOT NULL AND visible>? LIMIT 1',
    ),
    // Without the hint SQLite would choose the index by time, and pass all waiting messages of the
    // queue for each group.
    pickGroup: db.prepare(
      'SELECT * FROM msg INDEXED BY msg_group WHERE queue=? AND grp=? AND visible<=? ORDER BY seq LIMIT ?',
    ),
    hasGroup: db.prepare('SELECT 1 FROM msg WHERE queue=? AND grp=? LIMIT 1'),
    groups: db.prepare('SELECT DISTINCT grp FROM msg WHERE queue=? AND grp IS NOT NULL'),
    returned: db.prepare(
      'SELECT DISTINCT grp FROM msg WHERE queue=? AND visible>? AND visible<=? AND receipt IS NOT NULL AND grp IS NOT NULL',
    ),
    take: db.prepare('UPDATE msg SET visible=?, receives=receives+1, first=coalesce(first,?), receipt=? WHERE seq=?'),
    move: db.prepare('UPDATE msg SET queue=?, visible=?, receipt=NULL, receives=0, source=? WHERE seq=?'),
    remove: db.prepare('DELETE FROM msg WHERE receipt=? AND queue=? RETURNING grp'),
    setVisible: db.prepare('UPDATE msg SET visible=? WHERE receipt=? AND queue=?'),
    shorten: db.prepare(
      'UPDATE msg SET visible=max(?1, visible-?2) WHERE receipt IS NULL AND visible>?1 RETURNING queue',
    ),
    byReceipt: db.prepare('SELECT visible FROM msg WHERE receipt=? AND queue=?'),
    counts: db.prepare(`SELECT coalesce(sum(visible<=?1), 0) ready,
      coalesce(sum(visible>?1 AND receipt IS NOT NULL), 0) flight,
      coalesce(sum(visible>?1 AND receipt IS NULL), 0) delayed FROM msg WHERE queue=?2`),
    waiting: db.prepare(`SELECT count(*) waiting, min(visible) FILTER (WHERE grp IS NULL OR NOT EXISTS (
      SELECT 1 FROM msg f INDEXED BY msg_flight
      WHERE f.queue=m.queue AND f.grp=m.grp AND f.receipt IS NOT NULL AND f.visible>?1)) since
      FROM msg m WHERE queue=?2 AND visible<=?1`),
    duplicate: db.prepare('SELECT id, seq FROM dedup WHERE queue=? AND key=? AND until>?'),
    remember: db.prepare('INSERT OR REPLACE INTO dedup VALUES(?,?,?,?,?)'),
    nextDue: db.prepare('SELECT min(visible) due FROM msg WHERE queue=? AND visible>?'),
    expire: db.prepare('DELETE FROM msg WHERE queue=? AND sent<?'),
    forget: db.prepare('DELETE FROM dedup WHERE until<=?'),
    create: db.prepare('INSERT INTO queue VALUES(?,?,?)'),
    update: db.prepare('UPDATE queue SET attrs=? WHERE name=?'),
    list: db.prepare('SELECT * FROM queue WHERE substr(name, 1, length(?1))=?1 ORDER BY name'),
    dropQueue: db.prepare('DELETE FROM queue WHERE name=?'),
    dropMessages: db.prepare('DELETE FROM msg WHERE queue=?'),
    dropDedup: db.prepare('DELETE FROM dedup WHERE queue=?'),
    ofQueue: db.prepare('SELECT seq, grp, source FROM msg WHERE queue=? ORDER BY seq'),
  }
  const wake = new EventEmitter().setMaxListeners(0)
  const queues = new Map<string, Queue>()
  const candidates = new Map<string, Candidates>()
  const pause = createPause()
  let closed = false

  const arnOf = (name: string) => `arn:aws:sqs:${options.region}:${options.account}:${name}`
  const nameOf = (arnOrUrl: string) =>
    arnOrUrl.slice(Math.max(arnOrUrl.lastIndexOf(':'), arnOrUrl.lastIndexOf('/')) + 1)

  /** Returns the name of the queue that receives a queue's dead letters. */
  function deadLetterTarget(row: QueueRow): string | undefined {
    const policy = (JSON.parse(row.attrs) as QueueAttributes).RedrivePolicy
    return policy === undefined ? undefined : nameOf(String(JSON.parse(policy).deadLetterTargetArn))
  }

  function transaction<T>(work: () => T): T {
    sql.begin.run()
    try {
      const result = work()
      sql.commit.run()
      return result
    } catch (error) {
      // SQLite has rolled back by itself when the disk is full.
      if (db.isTransaction) sql.rollback.run()
      throw error
    }
  }

  function load(name: string): Queue {
    const known = queues.get(name)
    if (known) return known
    const row = sql.queue.get(name) as QueueRow | undefined
    if (!row) {
      throw new SqsError('AWS.SimpleQueueService.NonExistentQueue', 'The specified queue does not exist.')
    }
    const queue = {
      name,
      fifo: name.endsWith('.fifo'),
      created: row.created,
      attributes: { ...DEFAULTS, ...(JSON.parse(row.attrs) as QueueAttributes) },
    }
    queues.set(name, queue)
    return queue
  }

  /**
   * @throws StorageFullError for messages of phones, which wait at WhatsApp; accepted work goes on
   * for longer and may need to send
   */
  function requireRoom({ name }: Queue): void {
    if (INTAKE.test(name) && !room('intake')) throw new StorageFullError()
  }

  const byUrl = (params: SqsParams) => load(nameOf(String(params.QueueUrl)))

  function sendOne(queue: Queue, params: SqsParams): Record<string, unknown> {
    const body = params.MessageBody
    if (typeof body !== 'string' || body === '') throw missing('MessageBody')
    const attributes = params.MessageAttributes ? JSON.stringify(params.MessageAttributes) : null
    const limit = Number(queue.attributes.MaximumMessageSize)
    if (Buffer.byteLength(body) + (attributes?.length ?? 0) > limit) {
      throw invalid(`One or more parameters are invalid. Reason: Message must be shorter than ${limit} bytes.`)
    }
    if (params.DelaySeconds !== undefined) within(Number(params.DelaySeconds), 900, 'DelaySeconds')
    const group = params.MessageGroupId === undefined ? null : String(params.MessageGroupId)
    const now = Date.now()
    const id = randomUUID()
    const answer = { MessageId: id, MD5OfMessageBody: md5(body) }
    if (!queue.fifo) {
      const delay = Number(params.DelaySeconds ?? queue.attributes.DelaySeconds)
      sql.insert.run(id, queue.name, body, attributes, group, null, now, now + delay * 1000)
      return answer
    }
    if (group === null) throw missing('MessageGroupId')
    if (Number(params.DelaySeconds ?? 0) > 0) {
      throw invalid('Value for parameter DelaySeconds is invalid. Reason: not valid for a message of a FIFO queue.')
    }
    const key = deduplicationId(queue, params, body)
    const scoped = queue.attributes.DeduplicationScope === 'messageGroup' ? `${group}|${key}` : key
    const twin = sql.duplicate.get(queue.name, scoped, now) as { id: string; seq: number } | undefined
    if (twin) return { ...answer, MessageId: twin.id, SequenceNumber: sequence(twin.seq) }
    const visible = now + Number(queue.attributes.DelaySeconds) * 1000
    const { lastInsertRowid } = sql.insert.run(id, queue.name, body, attributes, group, key, now, visible)
    sql.remember.run(queue.name, scoped, id, lastInsertRowid, now + DEDUPLICATION_MS)
    mayDeliver(queue.name, group)
    return { ...answer, SequenceNumber: sequence(Number(lastInsertRowid)) }
  }

  /**
   * Returns the groups of a FIFO queue that may have a deliverable message: all that have one, and
   * some that do not. Otherwise every receive would pass over the messages behind one in flight, at
   * the cost of all waiting messages.
   */
  function candidatesOf(name: string): Candidates {
    const known = candidates.get(name)
    if (known) return known
    const all = sql.groups.all(name) as { grp: string }[]
    const made = { groups: new Set(all.map(({ grp }) => grp)), checkedAt: Date.now() }
    candidates.set(name, made)
    return made
  }

  /** Marks a group that received a message, or of which one is no longer in flight. */
  function mayDeliver(name: string, group: string | null): void {
    if (group !== null) candidates.get(name)?.groups.add(group)
  }

  function pick(queue: Queue, now: number, want: number): MessageRow[] {
    if (!queue.fifo) return sql.pick.all(queue.name, now, want) as MessageRow[]
    const open = candidatesOf(queue.name)
    // Checks one millisecond twice: a row may have got its time after the last check. Checks all
    // rows if the clock was set back.
    const since = now < open.checkedAt ? 0 : open.checkedAt - 1
    for (const { grp } of sql.returned.all(queue.name, since, now) as { grp: string }[]) open.groups.add(grp)
    open.checkedAt = now
    const rows: MessageRow[] = []
    for (const group of open.groups) {
      if (rows.length >= want) break
      if (sql.flying.get(queue.name, group, now)) {
        open.groups.delete(group)
        continue
      }
      const found = sql.pickGroup.all(queue.name, group, now, want - rows.length) as MessageRow[]
      rows.push(...found)
      if (found.length === 0 && !sql.hasGroup.get(queue.name, group)) open.groups.delete(group)
    }
    return rows
  }

  /** Deletes the message of a receipt; the next one of its group becomes deliverable. */
  function remove(queue: Queue, receipt: string): void {
    const row = sql.remove.get(receipt, queue.name) as { grp: string | null } | undefined
    if (row) mayDeliver(queue.name, row.grp)
  }

  function receive(queue: Queue, params: SqsParams): SqsMessage[] {
    const now = Date.now()
    const timeout = Number(params.VisibilityTimeout ?? queue.attributes.VisibilityTimeout)
    const redrive = queue.attributes.RedrivePolicy
      ? (JSON.parse(queue.attributes.RedrivePolicy) as {
          deadLetterTargetArn: string
          maxReceiveCount: number | string
        })
      : null
    const names = new Set(
      [params.AttributeNames, params.MessageSystemAttributeNames].flatMap(list => (list as string[] | undefined) ?? []),
    )
    const wantsAttributes = ((params.MessageAttributeNames as string[] | undefined) ?? []).length > 0
    for (;;) {
      const rows = pick(queue, now, Number(params.MaxNumberOfMessages ?? 1))
      const dead = redrive ? rows.filter(row => row.receives >= Number(redrive.maxReceiveCount)) : []
      if (redrive && dead.length > 0) {
        const target = nameOf(redrive.deadLetterTargetArn)
        for (const row of dead) {
          sql.move.run(target, now, arnOf(queue.name), row.seq)
          mayDeliver(target, row.grp)
        }
        wake.emit(target)
        continue
      }
      return rows.map(row => {
        const receipt = randomUUID()
        sql.take.run(now + timeout * 1000, now, receipt, row.seq)
        const message: SqsMessage = {
          MessageId: row.id,
          ReceiptHandle: receipt,
          Body: row.body,
          MD5OfBody: md5(row.body),
        }
        if (names.size > 0) message.Attributes = systemAttributes(row, now, names, options.account)
        if (row.attrs && wantsAttributes) message.MessageAttributes = JSON.parse(row.attrs)
        return message
      })
    }
  }

  async function receiveMessage(params: SqsParams, signal?: AbortSignal): Promise<Record<string, unknown>> {
    const queue = byUrl(params)
    const max = params.MaxNumberOfMessages
    if (max !== undefined && !(Number(max) >= 1 && Number(max) <= 10)) {
      throw invalid('Value for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10.')
    }
    const wait = Number(params.WaitTimeSeconds ?? queue.attributes.ReceiveMessageWaitTimeSeconds)
    within(wait, 20, 'WaitTimeSeconds')
    const end = Date.now() + wait * 1000
    // A caller that has disconnected must not take messages with it.
    for (;;) {
      await pause.over()
      if (closed || signal?.aborted) break
      const current = byUrl(params)
      // What cannot be stored would fail, again and again, until it is a dead letter.
      const hasRoom = room('work')
      const messages = hasRoom ? transaction(() => receive(current, params)) : []
      if (messages.length > 0) return { Messages: messages }
      const left = end - Date.now()
      if (left <= 0) break
      if (!hasRoom) {
        await sleepOrWake(queue.name, Math.min(left, ROOM_MS), signal)
        continue
      }
      const { due } = sql.nextDue.get(queue.name, Date.now()) as { due: number | null }
      await sleepOrWake(queue.name, due === null ? left : Math.min(left, Math.max(1, due - Date.now())), signal)
    }
    return {}
  }

  function sleepOrWake(name: string, ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const done = () => {
        clearTimeout(timer)
        wake.off(name, done)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      wake.once(name, done)
      signal?.addEventListener('abort', done, { once: true })
    })
  }

  function changeVisibility(queue: Queue, params: SqsParams): Record<string, unknown> {
    within(Number(params.VisibilityTimeout), 43_200, 'VisibilityTimeout')
    const receipt = String(params.ReceiptHandle)
    const row = sql.byReceipt.get(receipt, queue.name) as { visible: number } | undefined
    const now = Date.now()
    if (!row || row.visible <= now) {
      throw invalid('Message does not exist or is not available for visibility timeout change.')
    }
    const visible = now + Number(params.VisibilityTimeout) * 1000
    sql.setVisible.run(visible, receipt, queue.name)
    // A consumer that extends its visibility frees nothing.
    if (visible < row.visible) wake.emit(queue.name)
    return {}
  }

  const actions: Record<string, (params: SqsParams, signal?: AbortSignal) => unknown> = {
    CreateQueue(params) {
      const name = String(params.QueueName)
      const attributes = (params.Attributes ?? {}) as QueueAttributes
      const row = sql.queue.get(name) as QueueRow | undefined
      if (row) {
        const old = { ...DEFAULTS, ...(JSON.parse(row.attrs) as QueueAttributes) }
        const other = Object.keys(attributes).find(key => old[key] !== attributes[key])
        if (other) {
          throw new SqsError(
            'QueueNameExists',
            `A queue already exists with the same name and a different value for attribute ${other}`,
          )
        }
        return { QueueUrl: options.queueUrl(name) }
      }
      if (
        name.endsWith('.fifo') !== (attributes.FifoQueue === 'true') ||
        !/^[\w-]{1,80}$/.test(name.replace('.fifo', ''))
      ) {
        throw invalid(
          'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with .fifo suffix and be 1 to 80 in length.',
        )
      }
      sql.create.run(name, JSON.stringify(attributes), Date.now())
      return { QueueUrl: options.queueUrl(name) }
    },
    GetQueueUrl: params => ({ QueueUrl: options.queueUrl(load(String(params.QueueName)).name) }),
    ListQueues: params => ({
      QueueUrls: (sql.list.all(String(params.QueueNamePrefix ?? '')) as QueueRow[]).map(row =>
        options.queueUrl(row.name),
      ),
    }),
    DeleteQueue(params) {
      const { name } = byUrl(params)
      transaction(() => [sql.dropQueue, sql.dropMessages, sql.dropDedup].map(statement => statement.run(name)))
      queues.delete(name)
      candidates.delete(name)
      wake.emit(name)
      return {}
    },
    PurgeQueue(params) {
      sql.dropMessages.run(byUrl(params).name)
      return {}
    },
    SetQueueAttributes(params) {
      const { name } = byUrl(params)
      const old = JSON.parse((sql.queue.get(name) as QueueRow).attrs) as QueueAttributes
      sql.update.run(JSON.stringify({ ...old, ...(params.Attributes as QueueAttributes) }), name)
      queues.delete(name)
      return {}
    },
    GetQueueAttributes(params) {
      const queue = byUrl(params)
      const counts = sql.counts.get(Date.now(), queue.name) as { ready: number; flight: number; delayed: number }
      const all: QueueAttributes = {
        ...queue.attributes,
        QueueArn: arnOf(queue.name),
        CreatedTimestamp: String(Math.floor(queue.created / 1000)),
        ApproximateNumberOfMessages: String(counts.ready),
        ApproximateNumberOfMessagesNotVisible: String(counts.flight),
        ApproximateNumberOfMessagesDelayed: String(counts.delayed),
      }
      const want = (params.AttributeNames ?? []) as string[]
      return {
        Attributes: want.includes('All') ? all : Object.fromEntries(want.filter(k => k in all).map(k => [k, all[k]])),
      }
    },
    SendMessage(params) {
      const queue = byUrl(params)
      requireRoom(queue)
      const answer = transaction(() => sendOne(queue, params))
      wake.emit(queue.name)
      return answer
    },
    SendMessageBatch(params) {
      const queue = byUrl(params)
      const entries = (params.Entries ?? []) as SqsParams[]
      const size = entries.reduce((sum, entry) => sum + Buffer.byteLength(String(entry.MessageBody ?? '')), 0)
      if (size > LIMIT_BYTES) throw new SqsError('AWS.SimpleQueueService.BatchRequestTooLong')
      requireRoom(queue)
      const answer = transaction(() => batch(params, entry => sendOne(queue, entry)))
      wake.emit(queue.name)
      return answer
    },
    ReceiveMessage: receiveMessage,
    DeleteMessage(params) {
      const queue = byUrl(params)
      remove(queue, String(params.ReceiptHandle))
      // The next message of the group is deliverable now.
      if (queue.fifo) wake.emit(queue.name)
      return {}
    },
    DeleteMessageBatch(params) {
      const queue = byUrl(params)
      const answer = transaction(() =>
        batch(params, entry => {
          remove(queue, String(entry.ReceiptHandle))
          return {}
        }),
      )
      if (queue.fifo) wake.emit(queue.name)
      return answer
    },
    ChangeMessageVisibility(params) {
      return changeVisibility(byUrl(params), params)
    },
    ChangeMessageVisibilityBatch(params) {
      const queue = byUrl(params)
      return transaction(() => batch(params, entry => changeVisibility(queue, entry)))
    },
    ListDeadLetterSourceQueues(params) {
      const { name } = byUrl(params)
      const sources = (sql.list.all('') as QueueRow[]).filter(row => deadLetterTarget(row) === name)
      return { queueUrls: sources.map(row => options.queueUrl(row.name)) }
    },
    StartMessageMoveTask(params) {
      const from = load(nameOf(String(params.SourceArn)))
      const destination =
        params.DestinationArn === undefined ? undefined : load(nameOf(String(params.DestinationArn))).name
      const woken = new Set<string>()
      transaction(() => {
        for (const row of sql.ofQueue.all(from.name) as MovedRow[]) {
          const to = destination ?? (row.source ? nameOf(row.source) : undefined)
          if (to === undefined) continue
          sql.move.run(to, Date.now(), null, row.seq)
          mayDeliver(to, row.grp)
          woken.add(to)
        }
      })
      for (const name of woken) wake.emit(name)
      return { TaskHandle: randomUUID() }
    },
  }

  const housekeeping = setInterval(() => {
    if (pause.isActive()) return
    try {
      const now = Date.now()
      sql.forget.run(now)
      for (const { name } of sql.list.all('') as QueueRow[]) {
        sql.expire.run(name, now - Number(load(name).attributes.MessageRetentionPeriod) * 1000)
      }
    } catch (error) {
      // The next pass does it, once there is room.
      if (!isDiskFull(error)) throw error
    }
  }, HOUSEKEEPING_MS).unref()

  return {
    async call(action, params, signal) {
      // A caller's word may be the name of a member of Object.
      const run = Object.hasOwn(actions, action) ? actions[action] : undefined
      if (!run) throw new SqsError('InvalidAction', `The action ${action} is not valid for this endpoint.`)
      await pause.over()
      try {
        return (await run(params, signal)) as Record<string, unknown>
      } catch (error) {
        throw isDiskFull(error) ? new StorageFullError(error) : error
      }
    },
    pause,
    async shortenDelays(ms) {
      await pause.over()
      const moved = sql.shorten.all(Date.now(), ms) as { queue: string }[]
      for (const name of new Set(moved.map(({ queue }) => queue))) wake.emit(name)
    },
    overview() {
      const now = Date.now()
      const all = sql.list.all('') as QueueRow[]
      const targets = new Set(all.flatMap(row => deadLetterTarget(row) ?? []))
      return all.map(({ name }) => {
        const { waiting, since } = sql.waiting.get(now, name) as { waiting: number; since: number | null }
        return { name, deadLetters: targets.has(name), waiting, waitingSince: since }
      })
    },
    close() {
      if (closed) return
      closed = true
      pause.end()
      clearInterval(housekeeping)
      for (const name of wake.eventNames()) wake.emit(name)
      db.close()
    },
  }
}

function batch(params: SqsParams, each: (entry: SqsParams) => Record<string, unknown>) {
  const entries = (params.Entries ?? []) as SqsParams[]
  if (entries.length === 0) throw new SqsError('AWS.SimpleQueueService.EmptyBatchRequest')
  if (entries.length > 10) {
    throw new SqsError(
      'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
      'Maximum number of entries per request are 10.',
    )
  }
  if (new Set(entries.map(entry => entry.Id)).size !== entries.length) {
    throw new SqsError('AWS.SimpleQueueService.BatchEntryIdsNotDistinct')
  }
  const Successful: Record<string, unknown>[] = []
  const Failed: Record<string, unknown>[] = []
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...each(entry) })
    } catch (error) {
      if (!(error instanceof SqsError)) throw error
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message })
    }
  }
  return { Successful, Failed }
}

function deduplicationId(queue: Queue, params: SqsParams, body: string): string {
  if (params.MessageDeduplicationId !== undefined) return String(params.MessageDeduplicationId)
  if (queue.attributes.ContentBasedDeduplication === 'true') return createHash('sha256').update(body).digest('hex')
  throw invalid(
    'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
  )
}

function systemAttributes(row: MessageRow, now: number, names: Set<string>, account: string): Record<string, string> {
  const all: Record<string, string> = {
    ApproximateReceiveCount: String(row.receives + 1),
    SentTimestamp: String(row.sent),
    SenderId: account,
    ApproximateFirstReceiveTimestamp: String(row.first ?? now),
  }
  if (row.grp !== null) all.MessageGroupId = row.grp
  if (row.dedup !== null) {
    all.MessageDeduplicationId = row.dedup
    all.SequenceNumber = sequence(row.seq)
  }
  if (row.source !== null) all.DeadLetterQueueSourceArn = row.source
  if (names.has('All')) return all
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const sequence = (seq: number) => String(seq).padStart(20, '0')
const invalid = (message: string) => new SqsError('InvalidParameterValue', message)
const missing = (name: string) => new SqsError('MissingParameter', `The request must contain the parameter ${name}.`)

function within(value: number, max: number, label: string): void {
  if (!(value >= 0 && value <= max)) {
    throw invalid(`Value ${value} for parameter ${label} is invalid. Reason: Must be between 0 and ${max}.`)
  }
}
