import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import type { EventQueue, Refused } from './event-queue.ts'

export type EventSender = {
  /** @see EventQueue.send */
  send: (event: InboundEvent, group: string, identity: string, refused?: Refused) => Promise<void>
  /** Resolves with the next event of this connection that the queue holds. */
  next: () => Promise<void>
}

/**
 * Creates a connection's access to the inbound queue: unfinished work is repeated when other events
 * get through.
 */
export function createEventSender(queue: Pick<EventQueue, 'send'>): EventSender {
  let waiting: (() => void)[] = []
  return {
    async send(event, group, identity, refused) {
      await queue.send(event, group, identity, refused)
      const before = waiting
      waiting = []
      for (const resolve of before) resolve()
    },
    next: () => new Promise(resolve => waiting.push(resolve)),
  }
}
