import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import type { EventQueue, Refused } from './event-queue.ts'

/**
 * A connection's access to the inbound queue: unfinished work is repeated when other events get
 * through.
 */
export class EventSender {
  readonly #queue: Pick<EventQueue, 'send'>
  #waiting: (() => void)[] = []

  constructor(queue: Pick<EventQueue, 'send'>) {
    this.#queue = queue
  }

  /** @see EventQueue.send */
  async send(event: InboundEvent, group: string, identity: string, refused?: Refused): Promise<void> {
    await this.#queue.send(event, group, identity, refused)
    const before = this.#waiting
    this.#waiting = []
    for (const resolve of before) resolve()
  }

  /** Resolves with the next event of this connection that the queue holds. */
  next(): Promise<void> {
    return new Promise(resolve => this.#waiting.push(resolve))
  }
}
