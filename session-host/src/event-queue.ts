import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, type SQSClient } from '@aws-sdk/client-sqs'
import { EVENT_LIMITS, fitInbound, placeholderOf } from '@balcao/shared/events/fit-inbound.ts'
import { InboundEvent } from '@balcao/shared/events/queues.ts'
import { errorName, type Log } from './log.ts'

/** Calls at once, of all connections together. */
const CALLS = 8
const BATCH = 10
const BATCH_BYTES = 240_000
/** So many of those that wait are looked at for a call. */
const LOOKED_AT = 200
const RETRY_MS = [50, 200, 500, 1000, 2000, 5000]

/** What SQS says of a call that is wrong in itself: the same bytes will never be taken. */
const PERMANENT = new Set([
  'BatchRequestTooLong',
  'MessageTooLong',
  'InvalidMessageContents',
  'InvalidParameterValue',
  'RequestEntityTooLarge',
])
/** Said to be the sender's fault too, and over when somebody has mended rights, keys or the queue. */
const OUTAGE = /AccessDenied|Kms|Throttl|OverLimit|NonExistentQueue|QueueDoesNotExist|Expired|Signature|Token|Security/

/** Told that SQS will never take an event, before `send` resolves. @param code why, without anything of the event */
export type Refused = (event: InboundEvent, code: string) => Promise<void>

type Entry = {
  event: InboundEvent
  body: string
  group: string
  dedup: string
  /** What goes in its place when SQS refuses it for good. */
  placeholder: string | undefined
  refused: Refused
  /** The refusal being dealt with. */
  aside: Promise<void> | undefined
  done: () => void
  failed: (error: Error) => void
}

/** What one connection has to tell, in order. */
type Lane = {
  connectionId: string
  waiting: Entry[]
  /** Queues up for a call, is in one, or pauses after one that failed. */
  busy: boolean
  /** Calls in a row that failed because SQS is away. */
  failures: number
  /** So many go one by one, because one of them makes SQS refuse the whole batch. */
  alone: number
}

export type EventQueue = {
  /**
   * Puts an event on the inbound queue, cut to what an event may have. One that SQS refuses for good is counted, logged
   * and told to `refused`; a placeholder goes in its place where there can be one, and nothing waits behind it.
   * @param group FIFO group: the chat
   * @param identity what makes the event itself, so that a second telling of it is dropped by the queue
   * @returns resolves when SQS holds it. While SQS is down it waits and retries; it rejects only after `close`, or with
   * what `refused` rejects with
   */
  send: (event: InboundEvent, group: string, identity: string, refused?: Refused) => Promise<void>
  /** Events not yet held by SQS. */
  backlog: () => number
  /** Events that SQS will never take, since the start. */
  refusals: () => number
  /** Waits up to `graceMs` for what is under way; the rest is rejected. */
  close: (graceMs: number) => Promise<void>
}

/** A deduplication id: at most 128 characters, whatever the identity is made of. */
const dedupOf = (event: InboundEvent, identity: string): string =>
  `${event.type}-${createHash('sha256').update(`${event.connectionId}|${event.type}|${identity}`).digest('hex').slice(0, 48)}`

/** A group as SQS takes it: printable ASCII, at most 128. */
const groupOf = (group: string): string =>
  /^[\x21-\x7e]{1,128}$/.test(group) ? group : createHash('sha256').update(group).digest('hex')

const bodyOf = (event: InboundEvent | undefined): string | undefined => {
  const parsed = event && InboundEvent.safeParse(event)
  return parsed?.success ? JSON.stringify(parsed.data) : undefined
}

/**
 * The way to the workers. Every connection has a lane of its own and sends one batch at a time with one event of each chat, so the
 * order within a chat is kept whatever SQS takes, events of ten chats cost one call, and nothing that is wrong with one company's events holds up another's.
 * Lanes take turns at a few calls, which are enough for a host with hundreds of connections.
 */
export function createEventQueue(sqs: SQSClient, queueUrl: string, log: Log): EventQueue {
  let closed = false
  const stop = new AbortController()
  const lanes = new Map<string, Lane>()
  /** Lanes whose turn it will be. */
  const turns: Lane[] = []
  let calls = 0
  let refusals = 0
  let unsent = 0

  function laneOf(connectionId: string): Lane {
    const lane = lanes.get(connectionId) ?? { connectionId, waiting: [], busy: false, failures: 0, alone: 0 }
    lanes.set(connectionId, lane)
    return lane
  }

  function wake(lane: Lane): void {
    if (lane.busy) return
    lane.busy = true
    // One turn of the event loop gathers what arrives together.
    setImmediate(() => queueUp(lane))
  }

  function queueUp(lane: Lane): void {
    turns.push(lane)
    takeTurns()
  }

  function takeTurns(): void {
    while (calls < CALLS) {
      const lane = turns.shift()
      if (!lane) return
      void turn(lane)
    }
  }

  /** One call for a lane. It queues up again behind the others while it has something to say. */
  async function turn(lane: Lane): Promise<void> {
    calls++
    if (!closed) lane.waiting.unshift(...(await sendBatch(lane, take(lane))))
    calls--
    if (closed) for (const entry of lane.waiting.splice(0)) entry.failed(new Error('the host is closing'))
    if (!lane.waiting.length) lanes.delete(lane.connectionId)
    else if (lane.failures) void pause(lane.failures).then(() => queueUp(lane))
    else turns.push(lane)
    takeTurns()
  }

  /** @returns what is to be sent again, in order */
  async function sendBatch(lane: Lane, batch: Entry[]): Promise<Entry[]> {
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
      lane.failures = away ? lane.failures + 1 : 0
      if (away) log.warn({ failed: away, code: answer.Failed?.[0]?.Code }, 'inbound queue did not take events')
      return again
    } catch (error) {
      const code = error instanceof Error ? error.name : ''
      if (!isPermanent(code, false)) {
        lane.failures++
        log.warn({ error: errorName(error) }, 'inbound queue is not reachable')
        return batch
      }
      lane.failures = 0
      if (batch.length === 1) return refuse(batch[0]!, code) ? [] : batch
      lane.alone = batch.length
      return batch
    }
  }

  function taken(entry: Entry): void {
    if (entry.aside) entry.aside.then(entry.done, entry.failed)
    else entry.done()
  }

  /**
   * Takes an event out of the way that SQS will never take.
   * @returns whether it is over; else its placeholder is to be sent
   */
  function refuse(entry: Entry, code: string): boolean {
    if (!entry.aside) {
      refusals++
      log.error(
        { type: entry.event.type, code, bytes: Buffer.byteLength(entry.body) },
        'inbound queue refuses an event',
      )
      entry.aside = Promise.resolve().then(() => entry.refused(entry.event, code))
      // It is waited for in `taken`; until then its failure is nobody's.
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
        // Retrying would not mend what breaks the contract, and holding its receipt back would stop the whole connection.
        if ((body === undefined || Buffer.byteLength(body) > EVENT_LIMITS.event) && refuse(entry, 'Contract')) return
        const lane = laneOf(event.connectionId)
        lane.waiting.push(entry)
        wake(lane)
      })
      return sent.finally(() => {
        unsent--
      })
    },
    backlog: () => unsent,
    refusals: () => refusals,
    async close(graceMs) {
      const deadline = Date.now() + graceMs
      while (Date.now() < deadline && lanes.size > 0) {
        await setTimeout(10)
      }
      closed = true
      stop.abort()
    },
  }
}

/** Whether SQS will say the same of the same bytes again. */
function isPermanent(code: string | undefined, senderFault: boolean | undefined): boolean {
  const name = /[^.#]*$/.exec(code ?? '')![0]
  return PERMANENT.has(name) || (senderFault === true && !OUTAGE.test(name))
}

/**
 * The first of each chat: SQS may take one entry of a call and not the one before it, and what is sent again would then come behind what was
 * said after it.
 */
function take(lane: Lane): Entry[] {
  const batch: Entry[] = []
  const chats = new Set<string>()
  let bytes = 0
  const most = lane.alone > 0 ? 1 : BATCH
  if (lane.alone > 0) lane.alone--
  const looked = lane.waiting.splice(0, LOOKED_AT)
  const left = looked.filter(entry => {
    const isBehind = chats.has(entry.group)
    chats.add(entry.group)
    const size = Buffer.byteLength(entry.body)
    if (isBehind || batch.length === most || (batch.length > 0 && bytes + size > BATCH_BYTES)) return true
    bytes += size
    batch.push(entry)
    return false
  })
  lane.waiting.unshift(...left)
  return batch
}
