import type { Timer } from '@balcao/shared/events/queues.ts'
import type { Write } from '../data/table/transact.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import { minuteOf, timerWrite } from '../data/timers/timer.ts'

/**
 * Delay of the outbox timer. A message is stored before its command is enqueued, and the timer is
 * written with the message. When it fires, messages still unsent are enqueued again under the same
 * id, and those that are too old are failed.
 */
export const OUTBOX_PAUSE = 60_000

/**
 * Age (ms) at which an unsent message is failed. The session host gives up after five minutes on a
 * closed connection.
 */
export const OUTBOX_LIMIT = 15 * 60_000

/**
 * Returns whether an own message is not known to be sent. A campaign's messages are watched by its
 * send queue.
 */
export const isUnsent = (message: MessageRow): boolean =>
  message.fromMe &&
  message.ack === 0 &&
  message.error === null &&
  message.origin !== 'handset' &&
  message.origin !== 'campaign' &&
  !message.isDeleted

type Retry = Extract<Timer, { type: 'outbox' }>['retry']

/** Returns the timer that watches what a ticket sends now. */
export const outboxTimer = (companyId: string, ticketId: string, now: number, retry?: Retry): Timer => ({
  type: 'outbox',
  companyId,
  ticketId,
  dueAt: now + OUTBOX_PAUSE,
  ...(retry ? { retry } : {}),
})

/** Minute of the last timer this process wrote for a ticket: a burst of messages needs one. */
const written = new Map<string, number>()

/**
 * Returns the write of the outbox timer, or none when this process wrote one for the same minute;
 * call `settled` once it is stored.
 */
export function outboxWrite(
  companyId: string,
  ticketId: string,
  now: number,
): { writes: Write[]; settled: () => void } {
  const minute = minuteOf(now + OUTBOX_PAUSE)
  if (written.get(ticketId) === minute) return { writes: [], settled: () => undefined }
  return {
    writes: [timerWrite(outboxTimer(companyId, ticketId, now))],
    settled() {
      if (written.size > 5000) written.clear()
      written.set(ticketId, minute)
    },
  }
}
