import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, type SQSClient } from '@aws-sdk/client-sqs'
import { EVENT_LIMITS, fitInbound, placeholderOf } from '@balcao/shared/events/fit-inbound.ts'
import { InboundEvent } from '@balcao/shared/events/queues.ts'
import { errorName, type Log } from '../log.ts'

/** Maximum concurrent calls, for all connections together. */
const CALLS = 8
const BATCH = 10
const BATCH_BYTES = 240_000
/** Number of waiting events that are considered for a call. */
const LOOKED_AT = 200
const RETRY_MS = [50, 200, 500, 1000, 2000, 5000]

/** SQS error codes for a call that is wrong in itself: the same bytes will never be accepted. */
const PERMANENT = new Set([
  'BatchRequestTooLong',
  'MessageTooLong',
  'InvalidMessageContents',
  'InvalidParameterValue',
  'RequestEntityTooLarge',
])
/** Errors also attributed to the sender, which end when rights, keys or the queue are repaired. */
const OUTAGE = /AccessDenied|Kms|Throttl|OverLimit|NonExistentQueue|QueueDoesNotExist|Expired|Signature|Token|Security/

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

export type EventQueue = {
  /**
   * Puts an event on the inbound queue, cut to its limits. An event that SQS refuses for good is
   * counted, logged and passed to `refused`; a placeholder replaces it if possible, and nothing
   * waits behind it.
   * @param group FIFO group: the chat
   * @param identity identifies the event, so that the queue drops a duplicate of it
   * @returns resolves when SQS holds it. While SQS is down it waits and retries; it rejects only
   * after `close`, or with what `refused` rejects with
   */
  send: (event: InboundEvent, group: string, identity: string, refused?: Refused) => Promise<void>
  /** Returns the number of events that SQS does not hold yet. */
  backlog: () => number
  /** Returns the number of events since the start that SQS will never accept. */
  refusals: () => number
  /** Waits up to `graceMs` for pending events; the rest is rejected. */
  close: (graceMs: number) => Promise<void>
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
 * Creates the queue of events to the workers. Every connection has its own partition and sends one
 * batch at a time with one event of each chat, so that the order within a chat is kept whatever SQS
 * accepts, events of ten chats cost one call, and a wrong event of one company delays no other.
 * Partitions take turns at a few calls, which are enough for a host with hundreds of connections.
 */
export function createEventQueue(sqs: SQSClient, queueUrl: string, log: Log): EventQueue {
  let closed = false
  const stop = new AbortController()
  const queues = new Map<string, ConnectionQueue>()
  /** Partitions that wait for their turn. */
  const ready: ConnectionQueue[] = []
  let calls = 0
  let refusals = 0
  let unsent = 0

  function queueOf(connectionId: string): ConnectionQueue {
    const queue = queues.get(connectionId) ?? { connectionId, waiting: [], busy: false, failures: 0, alone: 0 }
    queues.set(connectionId, queue)
    return queue
  }

  function wake(queue: ConnectionQueue): void {
    if (queue.busy) return
    queue.busy = true
    // One turn of the event loop gathers the events that arrive together.
    setImmediate(() => markReady(queue))
  }

  function markReady(queue: ConnectionQueue): void {
    ready.push(queue)
    sendReady()
  }

  function sendReady(): void {
    while (calls < CALLS) {
      const queue = ready.shift()
      if (!queue) return
      void sendNextBatch(queue)
    }
  }

  /**
   * Makes one call for a partition. It queues up again behind the others while it has more events.
   */
  async function sendNextBatch(queue: ConnectionQueue): Promise<void> {
    calls++
    if (!closed) queue.waiting.unshift(...(await sendBatch(queue, takeBatch(queue))))
    calls--
    if (closed) for (const entry of queue.waiting.splice(0)) entry.failed(new Error('the host is closing'))
    if (!queue.waiting.length) queues.delete(queue.connectionId)
    else if (queue.failures) void pause(queue.failures).then(() => markReady(queue))
    else ready.push(queue)
    sendReady()
  }

  /**
   * Sends a batch.
   * @returns the events to send again, in order
   */
  async function sendBatch(queue: ConnectionQueue, batch: Entry[]): Promise<Entry[]> {
    try {
      const answer = await sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: queueUrl,
          Entries: batch.map(
            (entry, at): SendMessageBatchRequestEntry => ({
              Id: String(at),
              MessageBody: entry.body,
              MessageGroupId: entry.group,
              MessageDeduplicationId: entry.dedup,
            }),
          ),
        }),
        { abortSignal: stop.signal },
      )
      const failed = new Map((answer.Failed ?? []).map(failure => [failure.Id, failure]))
      const again: Entry[] = []
      let away = 0
      for (const [at, entry] of batch.entries()) {
        const failure = failed.get(String(at))
        if (!failure) taken(entry)
        else if (!isPermanent(failure.Code, failure.SenderFault)) away = again.push(entry)
        else if (!refuse(entry, failure.Code ?? 'SenderFault')) again.push(entry)
      }
      queue.failures = away ? queue.failures + 1 : 0
      if (away) log.warn({ failed: away, code: answer.Failed?.[0]?.Code }, 'inbound queue did not take events')
      return again
    } catch (error) {
      const code = error instanceof Error ? error.name : ''
      if (!isPermanent(code, false)) {
        queue.failures++
        log.warn({ error: errorName(error) }, 'inbound queue is not reachable')
        return batch
      }
      queue.failures = 0
      if (batch.length === 1) return refuse(batch[0]!, code) ? [] : batch
      queue.alone = batch.length
      return batch
    }
  }

  function taken(entry: Entry): void {
    if (entry.aside) entry.aside.then(entry.done, entry.failed)
    else entry.done()
  }

  /**
   * Removes an event that SQS never accepts.
   * @returns whether it is done; otherwise its placeholder is to be sent
   */
  function refuse(entry: Entry, code: string): boolean {
    if (!entry.aside) {
      refusals++
      log.error(
        { type: entry.event.type, code, bytes: Buffer.byteLength(entry.body) },
        'inbound queue refuses an event',
      )
      entry.aside = Promise.resolve().then(() => entry.refused(entry.event, code))
      // `taken` waits for it; until then its failure must not count as uncaught.
      entry.aside.catch(() => undefined)
    }
    if (entry.placeholder === undefined) {
      taken(entry)
      return true
    }
    entry.body = entry.placeholder
    entry.placeholder = undefined
    return false
  }

  function pause(failures: number): Promise<unknown> {
    const ms = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]! * (0.75 + Math.random() / 2)
    return setTimeout(ms, undefined, { signal: stop.signal }).catch(() => undefined)
  }

  return {
    send(event, group, identity, refused = async () => {}) {
      if (closed) return Promise.reject(new Error('the host is closing'))
      const fit = fitInbound(event)
      const placeholder = bodyOf(placeholderOf(fit))
      const body = bodyOf(fit)
      unsent++
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
        if ((body === undefined || Buffer.byteLength(body) > EVENT_LIMITS.event) && refuse(entry, 'Contract')) return
        const queue = queueOf(event.connectionId)
        queue.waiting.push(entry)
        wake(queue)
      })
      return sent.finally(() => {
        unsent--
      })
    },
    backlog: () => unsent,
    refusals: () => refusals,
    async close(graceMs) {
      const deadline = Date.now() + graceMs
      while (Date.now() < deadline && queues.size > 0) {
        await setTimeout(10)
      }
      closed = true
      stop.abort()
    },
  }
}

/** Returns whether SQS will answer the same for the same bytes. */
function isPermanent(code: string | undefined, senderFault: boolean | undefined): boolean {
  const name = /[^.#]*$/.exec(code ?? '')![0]
  return PERMANENT.has(name) || (senderFault === true && !OUTAGE.test(name))
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
