import { randomUUID } from 'node:crypto'
import { META_APP } from '../../local/simulator-accounts.ts'
import type { Faults } from '../faults.ts'
import { sign } from '../meta/meta-state.ts'
import type { CloudState } from './cloud-state.ts'
import { type Fault, isOf } from './faults.ts'

/** A change that a webhook tells. */
type Event = {
  id: string
  accountId: string
  /** Events of one partition arrive in order: a number's messages, or an account's own changes. */
  partition: string
  field: string
  value: Record<string, unknown>
  /**
   * Address that was subscribed when it happened: the end of a subscription is told there as well.
   */
  url?: string
}

export type Webhooks = {
  /** Sends a change of a number's messages, or of the account itself without a number. */
  send: (accountId: string, numberId: string | null, field: string, value: Record<string, unknown>) => void
  /** Does something later; `settled` waits for it. */
  later: (ms: number, work: () => void) => void
  /** Asks the address for the challenge, as Meta does before it subscribes. */
  verify: (url: string, verifyToken: string) => Promise<boolean>
  /** Waits until everything so far was answered with 200, or for `ms`; returns how much is left. */
  settled: (ms: number) => Promise<number>
  close: () => void
}

const CHALLENGE = '1158201444'
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
const ANSWER_MS = 10_000
/** Time for which a reordered event waits for one to follow, in ms. */
const HELD_MS = 1000

type Partition = { waiting: Event[]; held: Event | undefined; running: boolean }

/**
 * Sends signed webhooks: several changes a call, one call of a partition at a time, repeated with
 * growing pauses until it is answered with 200.
 */
export function createWebhooks(state: CloudState, faults: Faults<Fault>): Webhooks {
  const partitions = new Map<string, Partition>()
  let delayed = 0
  let isClosed = false
  const { store } = state

  for (const event of store.load<Event>('event')) enqueue(event)

  function partitionOf(event: Event): Partition {
    const partition = partitions.get(event.partition) ?? { waiting: [], held: undefined, running: false }
    partitions.set(event.partition, partition)
    return partition
  }

  function enqueue(event: Event): void {
    const partition = partitionOf(event)
    partition.waiting.push(event)
    if (!partition.running) void run(partition)
  }

  async function run(partition: Partition): Promise<void> {
    partition.running = true
    // What happens in the same moment goes in the same call.
    await new Promise(resolve => setImmediate(resolve))
    while (partition.waiting.length > 0 && !isClosed) {
      const { accountId, partition: name } = partition.waiting[0]!
      const limit = state.numbers.get(name)?.limits.batch ?? 1
      const batch = partition.waiting.slice(0, limit)
      await deliver(accountId, batch)
      if (isClosed) break
      partition.waiting.splice(0, batch.length)
      for (const { id } of batch) store.remove('event', id)
    }
    partition.running = false
  }

  async function deliver(accountId: string, batch: readonly Event[]): Promise<void> {
    const isOfNumber = state.numbers.has(batch[0]!.partition)
    const changes = batch.map(({ field, value }) => ({ value, field }))
    const time = isOfNumber ? {} : { time: Math.floor(Date.now() / 1000) }
    const body = asSent({ object: 'whatsapp_business_account', entry: [{ id: accountId, ...time, changes }] })
    for (let pause = FIRST_PAUSE_MS; !isClosed; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const url = state.accounts.get(accountId)?.subscription?.url ?? batch[0]!.url
      if (!url) return
      if (await post(url, body)) {
        if (faults.next(fault => fault.kind === 'duplicate' && isOf(fault, batch[0]!.partition))) await post(url, body)
        return
      }
      await new Promise(resolve => setTimeout(resolve, pause).unref())
    }
  }

  async function post(url: string, body: string): Promise<boolean> {
    try {
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(body, META_APP.secret) }
      const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) })
      await answer.arrayBuffer()
      return answer.status === 200
    } catch {
      return false
    }
  }

  const left = () =>
    [...partitions.values()].reduce((sum, { waiting, held }) => sum + waiting.length + (held ? 1 : 0), delayed)

  return {
    send(accountId, numberId, field, value) {
      const subscription = state.accounts.get(accountId)?.subscription
      if (!subscription) return
      const { url } = subscription
      const event: Event = { id: randomUUID(), accountId, partition: numberId ?? accountId, field, value, url }
      store.put('event', event.id, event)
      const partition = partitionOf(event)
      const release = (held: Event) => {
        if (partition.held !== held) return
        partition.held = undefined
        enqueue(held)
      }
      const { held } = partition
      if (!held && numberId && faults.next(fault => fault.kind === 'reorder' && isOf(fault, numberId))) {
        partition.held = event
        setTimeout(release, HELD_MS, event).unref()
        return
      }
      enqueue(event)
      if (held) release(held)
    },
    later(ms, work) {
      delayed++
      setTimeout(() => {
        delayed--
        if (!isClosed) work()
      }, ms).unref()
    },
    async verify(url, verifyToken) {
      const asked = new URL(url)
      asked.searchParams.set('hub.mode', 'subscribe')
      asked.searchParams.set('hub.challenge', CHALLENGE)
      asked.searchParams.set('hub.verify_token', verifyToken)
      try {
        const answer = await fetch(asked, { signal: AbortSignal.timeout(ANSWER_MS) })
        return answer.status === 200 && (await answer.text()) === CHALLENGE
      } catch {
        return false
      }
    },
    async settled(ms) {
      const until = Date.now() + ms
      while (left() > 0 && Date.now() < until) await new Promise(resolve => setTimeout(resolve, 10))
      return left()
    },
    close() {
      isClosed = true
    },
  }
}

/**
 * Returns JSON as Meta sends it, with escapes for all but ASCII: only the
 * raw bytes match the signature.
 */
const asSent = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
