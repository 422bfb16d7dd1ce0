import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, type SQSClient } from '@aws-sdk/client-sqs'
import { InboundEvent } from '@balcao/shared/events/queues.ts'
import { errorName, type Log } from './log.ts'

const LANES = 8
const BATCH = 10
const BATCH_BYTES = 240_000
const RETRY_MS = [50, 200, 500, 1000, 2000, 5000]

type Entry = { body: string; group: string; dedup: string; done: () => void; failed: (error: Error) => void }

export type EventQueue = {
  /**
   * Puts an event on the inbound queue.
   * @param group FIFO group: the chat
   * @param identity what makes the event itself, so that a second telling of it is dropped by the queue
   * @returns resolves when SQS holds it. While SQS is down it waits and retries; it rejects only after `close`
   */
  send: (event: InboundEvent, group: string, identity: string) => Promise<void>
  /** Events not yet held by SQS. */
  backlog: () => number
  /** Waits up to `graceMs` for what is under way; the rest is rejected. */
  close: (graceMs: number) => Promise<void>
}

/** A deduplication id: at most 128 characters, whatever the identity is made of. */
const dedupOf = (event: InboundEvent, identity: string): string =>
  `${event.type}-${createHash('sha256').update(`${event.connectionId}|${event.type}|${identity}`).digest('hex').slice(0, 48)}`

/**
 * The way to the workers. A group always uses the same lane and a lane sends one batch at a time, so the order within
 * a chat is kept while a burst costs one call per ten events.
 */
export function createEventQueue(sqs: SQSClient, queueUrl: string, log: Log): EventQueue {
  let closed = false
  const stop = new AbortController()
  const lanes = Array.from({ length: LANES }, () => ({ waiting: [] as Entry[], busy: false }))

  async function drain(lane: (typeof lanes)[number]): Promise<void> {
    if (lane.busy) return
    lane.busy = true
    try {
      // One turn of the event loop gathers what arrives together.
      await new Promise(resolve => setImmediate(resolve))
      for (let failures = 0; lane.waiting.length; ) {
        const batch = take(lane.waiting)
        const unsent = await sendBatch(batch)
        if (!unsent.length) {
          failures = 0
          continue
        }
        if (closed) {
          for (const entry of [...unsent, ...lane.waiting.splice(0)]) entry.failed(new Error('the host is closing'))
          return
        }
        lane.waiting.unshift(...unsent)
        await pause(RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]! * (0.75 + Math.random() / 2))
      }
    } finally {
      lane.busy = false
    }
  }

  /** @returns what SQS did not take, in order */
  async function sendBatch(batch: Entry[]): Promise<Entry[]> {
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
      const failed = new Set((answer.Failed ?? []).map(failure => failure.Id))
      const unsent: Entry[] = []
      for (const [at, entry] of batch.entries()) {
        if (failed.has(String(at))) unsent.push(entry)
        else entry.done()
      }
      if (unsent.length)
        log.warn({ failed: unsent.length, code: answer.Failed?.[0]?.Code }, 'inbound queue refused events')
      return unsent
    } catch (error) {
      log.warn({ error: errorName(error) }, 'inbound queue is not reachable')
      return batch
    }
  }

  const pause = (ms: number) => setTimeout(ms, undefined, { signal: stop.signal }).catch(() => undefined)

  return {
    send(event, group, identity) {
      if (closed) return Promise.reject(new Error('the host is closing'))
      const parsed = InboundEvent.safeParse(event)
      if (!parsed.success) {
        // Retrying would not mend it, and holding its receipt back would stop the whole connection.
        log.error({ type: event.type, paths: parsed.error.issues.map(issue => issue.path.join('.')) }, 'event dropped')
        return Promise.resolve()
      }
      const body = JSON.stringify(parsed.data)
      return new Promise((done, failed) => {
        const lane = lanes[laneOf(group)]!
        lane.waiting.push({ body, group: group.slice(0, 128), dedup: dedupOf(event, identity), done, failed })
        void drain(lane)
      })
    },
    backlog: () => lanes.reduce((sum, lane) => sum + lane.waiting.length, 0),
    async close(graceMs) {
      const deadline = Date.now() + graceMs
      while (Date.now() < deadline && lanes.some(lane => lane.busy || lane.waiting.length)) {
        await setTimeout(10)
      }
      closed = true
      stop.abort()
    },
  }
}

function take(waiting: Entry[]): Entry[] {
  const batch: Entry[] = []
  let bytes = 0
  while (waiting.length && batch.length < BATCH) {
    const size = Buffer.byteLength(waiting[0]!.body)
    if (batch.length && bytes + size > BATCH_BYTES) break
    bytes += size
    batch.push(waiting.shift()!)
  }
  return batch
}

function laneOf(group: string): number {
  let hash = 0
  for (let i = 0; i < group.length; i++) hash = (Math.imul(hash, 31) + group.charCodeAt(i)) >>> 0
  return hash % LANES
}
