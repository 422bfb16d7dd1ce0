import { createHash } from 'node:crypto'
import { fitInbound } from '@balcao/shared/events/fit-inbound.ts'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { errorName, type Log } from '../log.ts'
import { describeMessage } from '../mapping/describe-message.ts'
import { FencedError } from '../table/fenced-items.ts'
import type { Journal, JournalEntry } from '../table/journal.ts'
import type { EventSender } from './event-sender.ts'

export type MessageEntry = Extract<JournalEntry, { type: 'message' }>
/**
 * Function that completes a slow message, with the time its event is put on the queue and the
 * attempts at its media so far.
 */
export type Complete = (entry: MessageEntry, untilDone: UntilDone) => Promise<void>
/**
 * Repeats the work with every event of this connection that reaches the queue.
 * @throws FencedError when the connection belongs to another host
 */
export type UntilDone = (work: () => Promise<void>) => Promise<void>
export type Emit = (event: InboundEvent, group: string, identity: string) => Promise<void>

export type Unfinished = {
  /** Puts an event on the queue; an event that SQS refuses for good is set aside. */
  emit: Emit
  /**
   * Puts an event about a message on the queue, after the message's own. While the message is being
   * completed, the journal keeps the event.
   */
  emitAfter: (id: string, event: InboundEvent, group: string, identity: string) => Promise<void>
  /** Delays events about this message until `work` is done, which is soon. */
  soon: (id: string, work: Promise<void>) => Promise<void>
  /** Keeps a message in the journal until it is sent. Resolves when it is stored there. */
  later: (entry: MessageEntry) => Promise<void>
  /**
   * Finishes the work that an earlier host began. Runs once; if it fails, nothing has begun and
   * everything is left for the next time.
   */
  recover: () => Promise<void>
}

/**
 * Creates the record of a connection's unsent events: their order, and the journal in which they
 * outlive this host.
 */
export function createUnfinished(options: {
  connectionId: string
  queue: EventSender
  journal: Journal
  log: Log
  complete: Complete
}): Unfinished {
  const { connectionId, queue, journal, log } = options
  /**
   * Messages whose event is not on the queue yet, by WhatsApp id; slow ones are also in the
   * journal.
   */
  const unfinished = new Map<string, { work: Promise<unknown>; slow: boolean }>()
  let recovered = false

  const eventName = ({ type }: InboundEvent, identity: string) =>
    `event#${createHash('sha256').update(`${type}|${identity}`).digest('hex').slice(0, 32)}`

  const emit: Emit = (event, group, identity) =>
    queue.send(event, group, identity, refused =>
      journal.setAside(`refused#${eventName(event, identity)}`, {
        type: 'event',
        event: refused,
        group,
        identity,
        after: '',
      }),
    )

  const untilDone: UntilDone = async work => {
    for (;;) {
      const next = queue.next()
      try {
        return await work()
      } catch (error) {
        if (error instanceof FencedError) throw error
        log.warn({ connectionId, error: errorName(error) }, 'an event stays in the journal')
        await next
      }
    }
  }

  function begin<T>(id: string, slow: boolean, work: Promise<T>): Promise<T> {
    const entry = { work, slow }
    unfinished.set(id, entry)
    const forget = () => {
      if (unfinished.get(id) === entry) unfinished.delete(id)
    }
    work.then(forget, forget)
    return work
  }

  /** Runs work in the background; the connection's next owner finds it in the journal. */
  function background(work: Promise<unknown>): void {
    work.catch(error => log.warn({ connectionId, error: errorName(error) }, 'an event is not told now'))
  }

  async function finish(entry: MessageEntry, stored: Promise<void>): Promise<void> {
    await stored
    await options.complete(entry, untilDone)
    await untilDone(() => journal.remove(`message#${entry.message.key.id}`))
  }

  async function finishEvent(
    name: string,
    { event, group, identity, after }: Extract<JournalEntry, { type: 'event' }>,
  ): Promise<void> {
    await unfinished.get(after)?.work
    await untilDone(() => emit(event, group, identity))
    await untilDone(() => journal.remove(name))
  }

  return {
    emit,
    soon: (id, work) => begin(id, false, work),
    async later(entry) {
      const id = entry.message.key.id!
      const stored = journal.add(`message#${id}`, entry)
      background(begin(id, true, finish(entry, stored)))
      await stored
    },
    async emitAfter(id, event, group, identity) {
      const before = unfinished.get(id)
      if (!before?.slow) {
        await before?.work
        return emit(event, group, identity)
      }
      const name = eventName(event, identity)
      const entry = { type: 'event' as const, event: fitInbound(event), group, identity, after: id }
      await journal.add(name, entry)
      background(finishEvent(name, { ...entry, event }))
    },
    async recover() {
      if (recovered) return
      const { entries, unreadable } = await journal.read()
      let unsendable = unreadable
      const messages: MessageEntry[] = []
      for (const { name, entry } of entries) {
        if (entry.type !== 'message') continue
        if (describeMessage(entry.message.message)) messages.push(entry)
        else {
          unsendable++
          await journal.setAside(name, entry)
        }
      }
      // From here on nothing may fail: running work writes to the journal, and a second reading
      // would remove its entries.
      recovered = true
      if (unsendable)
        log.error({ connectionId, entries: unsendable }, 'journal entries that cannot be told are set aside')
      for (const entry of messages) {
        background(begin(entry.message.key.id!, true, finish(entry, Promise.resolve())))
      }
      for (const { name, entry } of entries) if (entry.type === 'event') background(finishEvent(name, entry))
    },
  }
}
