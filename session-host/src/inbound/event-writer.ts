import { createHash } from 'node:crypto'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { errorName, type Log } from '../log.ts'
import { FencedError } from '../table/fenced-items.ts'
import type { Journal } from '../table/journal.ts'
import type { EventSender } from './event-sender.ts'

/** Returns the name of an event in the journal. */
export const eventName = ({ type }: InboundEvent, identity: string): string =>
  `event#${createHash('sha256').update(`${type}|${identity}`).digest('hex').slice(0, 32)}`

/** Puts a connection's events about messages on the queue. */
export class EventWriter {
  readonly #connectionId: string
  readonly #queue: EventSender
  readonly #journal: Journal
  readonly #log: Log

  constructor(options: { connectionId: string; queue: EventSender; journal: Journal; log: Log }) {
    this.#connectionId = options.connectionId
    this.#queue = options.queue
    this.#journal = options.journal
    this.#log = options.log
  }

  /** Puts an event on the queue; an event that SQS refuses for good is set aside. */
  emit(event: InboundEvent, group: string, identity: string): Promise<void> {
    return this.#queue.send(event, group, identity, refused =>
      this.#journal.setAside(`refused#${eventName(event, identity)}`, {
        type: 'event',
        event: refused,
        group,
        identity,
        after: '',
      }),
    )
  }

  /**
   * Repeats the work with every event of this connection that reaches the queue.
   * @throws FencedError when the connection belongs to another host
   */
  async untilDone(work: () => Promise<void>): Promise<void> {
    for (;;) {
      const next = this.#queue.next()
      try {
        return await work()
      } catch (error) {
        if (error instanceof FencedError) throw error
        this.#log.warn({ connectionId: this.#connectionId, error: errorName(error) }, 'an event stays in the journal')
        await next
      }
    }
  }
}
