import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, type SQSClient } from '@aws-sdk/client-sqs'
import { EVENT_LIMITS, fitInbound, placeholderOf } from '@balcao/shared/events/fit-inbound.ts'
import { InboundEvent } from '@balcao/shared/events/queues.ts'
import { errorName, type Log } from '../log.ts'
import { isPermanent } from './permanent-refusal.ts'

/** Maximum concurrent calls, for all connections together. */
const CALLS = 8
const BATCH = 10
const BATCH_BYTES = 240_000
/** Number of waiting events that are considered for a call. */
const LOOKED_AT = 200
const RETRY_MS = [50, 200, 500, 1000, 2000, 5000]

/**
 * Called before `send` resolves, for an event that SQS never accepts.
 * @param code reason, without content of the event
 */
export type Refused = (event: InboundEvent, code: string) => Promise<void>

type Entry = {
  event: InboundEvent
  body: string
  group: string
  dedup: string
  /** Event to send instead if SQS refuses this one for good. */
  placeholder: string | undefined
  refused: Refused
  /** Handling of a refusal that is under way. */
  aside: Promise<void> | undefined
  done: () => void
  failed: (error: Error) => void
}

/** Events that one connection has to send, in order. */
type ConnectionQueue = {
  connectionId: string
  waiting: Entry[]
  /** True while it waits for a call, is in one, or pauses after a failed one. */
  busy: boolean
  /** Consecutive calls that failed because SQS was unavailable. */
  failures: number
  /** Events to send one by one, since one of them makes SQS refuse the whole batch. */
  alone: number
}

/** Returns a deduplication id: at most 128 characters, whatever the identity is made of. */
const dedupOf = (event: InboundEvent, identity: string): string =>
  `${event.type}-${createHash('sha256').update(`${event.connectionId}|${event.type}|${identity}`).digest('hex').slice(0, 48)}`

/** Returns a group id that SQS accepts: printable ASCII, at most 128 characters. */
const groupOf = (group: string): string =>
  /^[\x21-\x7e]{1,128}$/.test(group) ? group : createHash('sha256').update(group).digest('hex')

const bodyOf = (event: InboundEvent | undefined): string | undefined => {
  const parsed = event && InboundEvent.safeParse(event)
  return parsed?.success ? JSON.stringify(parsed.data) : undefined
}

/**
 * Queue of events to the workers. Every connection has its own partition and sends one batch at a
 * time with one event of each chat, so that the order within a chat is kept whatever SQS accepts,
 * events of ten chats cost one call, and a wrong event of one company delays no other.
 * Partitions take turns at a few calls, which are enough for a host with hundreds of connections.
 */
export class EventQueue {
  readonly #sqs: SQSClient
  readonly #queueUrl: string
  readonly #log: Log
  readonly #stop = new AbortController()
  readonly #queues = new Map<string, ConnectionQueue>()
  /** Partitions that wait for their turn. */
  readonly #ready: ConnectionQueue[] = []
  #closed = false
  #calls = 0
  #refusals = 0
  #unsent = 0

  constructor(sqs: SQSClient, queueUrl: string, log: Log) {
    this.#sqs = sqs
    this.#queueUrl = queueUrl
    this.#log = log
  }

  /**
   * Puts an event on the inbound queue, cut to its limits. An event that SQS refuses for good is
   * counted, logged and passed to `refused`; a placeholder replaces it if possible, and nothing
   * waits behind it.
   * @param group FIFO group: the chat
   * @param identity identifies the event, so that the queue drops a duplicate of it
   * @returns resolves when SQS holds it. While SQS is down it waits and retries; it rejects only
   * after `close`, or with what `refused` rejects with
   */
  send(event: InboundEvent, group: string, identity: string, refused: Refused = async () => {}): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the host is closing'))
    const fit = fitInbound(event)
    const placeholder = bodyOf(placeholderOf(fit))
    const body = bodyOf(fit)
    this.#unsent++
    const sent = new Promise<void>((done, failed) => {
      const entry: Entry = {
        event,
        body: body ?? '',
        group: groupOf(group),
        dedup: dedupOf(event, identity),
        placeholder,
        refused,
        aside: undefined,
        done,
        failed,
      }
      // Retrying would not repair an event that breaks its schema, and holding its receipt back
      // would stop the whole connection.
      if ((body === undefined || Buffer.byteLength(body) > EVENT_LIMITS.event) && this.#refuse(entry, 'Contract'))
        return
      const queue = this.#queueOf(event.connectionId)
      queue.waiting.push(entry)
      this.#wake(queue)
    })
    return sent.finally(() => {
      this.#unsent--
    })
  }

  /** Returns the number of events that SQS does not hold yet. */
  backlog(): number {
    return this.#unsent
  }

  /** Returns the number of events since the start that SQS will never accept. */
  refusals(): number {
    return this.#refusals
  }

  /** Waits up to `graceMs` for pending events; the rest is rejected. */
  async close(graceMs: number): Promise<void> {
    const deadline = Date.now() + graceMs
    while (Date.now() < deadline && this.#queues.size > 0) {
      await setTimeout(10)
    }
    this.#closed = true
    this.#stop.abort()
  }

  #queueOf(connectionId: string): ConnectionQueue {
    const queue = this.#queues.get(connectionId) ?? { connectionId, waiting: [], busy: false, failures: 0, alone: 0 }
    this.#queues.set(connectionId, queue)
    return queue
  }

  #wake(queue: ConnectionQueue): void {
    if (queue.busy) return
    queue.busy = true
    // One turn of the event loop gathers the events that arrive together.
    setImmediate(() => this.#markReady(queue))
  }

  #markReady(queue: ConnectionQueue): void {
    this.#ready.push(queue)
    this.#sendReady()
  }

  #sendReady(): void {
    while (this.#calls < CALLS) {
      const queue = this.#ready.shift()
      if (!queue) return
      void this.#sendNextBatch(queue)
    }
  }

  /**
   * Makes one call for a partition. It queues up again behind the others while it has more events.
   */
  async #sendNextBatch(queue: ConnectionQueue): Promise<void> {
    this.#calls++
    if (!this.#closed) queue.waiting.unshift(...(await this.#sendBatch(queue, takeBatch(queue))))
    this.#calls--
    if (this.#closed) for (const entry of queue.waiting.splice(0)) entry.failed(new Error('the host is closing'))
    if (!queue.waiting.length) this.#queues.delete(queue.connectionId)
    else if (queue.failures) void this.#pause(queue.failures).then(() => this.#markReady(queue))
    else this.#ready.push(queue)
    this.#sendReady()
  }

  /**
   * Sends a batch.
   * @returns the events to send again, in order
   */
  async #sendBatch(queue: ConnectionQueue, batch: Entry[]): Promise<Entry[]> {
    try {
      const answer = await this.#sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: this.#queueUrl,
          Entries: batch.map(
            (entry, at): SendMessageBatchRequestEntry => ({
              Id: String(at),
              MessageBody: entry.body,
              MessageGroupId: entry.group,
              MessageDeduplicationId: entry.dedup,
            }),
          ),
        }),
        { abortSignal: this.#stop.signal },
      )
      const failed = new Map((answer.Failed ?? []).map(failure => [failure.Id, failure]))
      const again: Entry[] = []
      let away = 0
      for (const [at, entry] of batch.entries()) {
        const failure = failed.get(String(at))
        if (!failure) this.#taken(entry)
        else if (!isPermanent(failure.Code, failure.SenderFault)) away = again.push(entry)
        else if (!this.#refuse(entry, failure.Code ?? 'SenderFault')) again.push(entry)
      }
      queue.failures = away ? queue.failures + 1 : 0
      if (away) this.#log.warn({ failed: away, code: answer.Failed?.[0]?.Code }, 'inbound queue did not take events')
      return again
    } catch (error) {
      const code = error instanceof Error ? error.name : ''
      if (!isPermanent(code, false)) {
        queue.failures++
        this.#log.warn({ error: errorName(error) }, 'inbound queue is not reachable')
        return batch
      }
      queue.failures = 0
      if (batch.length === 1) return this.#refuse(batch[0]!, code) ? [] : batch
      queue.alone = batch.length
      return batch
    }
  }

  #taken(entry: Entry): void {
    if (entry.aside) entry.aside.then(entry.done, entry.failed)
    else entry.done()
  }

  /**
   * Removes an event that SQS never accepts.
   * @returns whether it is done; otherwise its placeholder is to be sent
   */
  #refuse(entry: Entry, code: string): boolean {
    if (!entry.aside) {
      this.#refusals++
      this.#log.error(
        { type: entry.event.type, code, bytes: Buffer.byteLength(entry.body) },
        'inbound queue refuses an event',
      )
      entry.aside = Promise.resolve().then(() => entry.refused(entry.event, code))
      // `taken` waits for it; until then its failure must not count as uncaught.
      entry.aside.catch(() => undefined)
    }
    if (entry.placeholder === undefined) {
      this.#taken(entry)
      return true
    }
    entry.body = entry.placeholder
    entry.placeholder = undefined
    return false
  }

  #pause(failures: number): Promise<unknown> {
    const ms = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]! * (0.75 + Math.random() / 2)
    return setTimeout(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined)
  }
}

/**
 * Takes the first event of each chat: SQS may accept one entry of a call and refuse an earlier one,
 * which would then be sent after later events of its chat.
 */
function takeBatch(queue: ConnectionQueue): Entry[] {
  const batch: Entry[] = []
  const chats = new Set<string>()
  let bytes = 0
  const most = queue.alone > 0 ? 1 : BATCH
  if (queue.alone > 0) queue.alone--
  const looked = queue.waiting.splice(0, LOOKED_AT)
  const left = looked.filter(entry => {
    const isBehind = chats.has(entry.group)
    chats.add(entry.group)
    const size = Buffer.byteLength(entry.body)
    if (isBehind || batch.length === most || (batch.length > 0 && bytes + size > BATCH_BYTES)) return true
    bytes += size
    batch.push(entry)
    return false
  })
  queue.waiting.unshift(...left)
  return batch
}
