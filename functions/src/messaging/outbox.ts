import type { Timer } from '@balcao/shared/events/queues.ts'
import type { Write } from '../data/table/transact.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import { minuteOf, timerWrite } from '../data/timers/timer.ts'

/**
 * A message stands in the table before its command is on the queue. The outbox timer, written with the message, looks
 * after it: what is still at the clock when it fires leaves again under the same id, and what is too old is failed.
 */
export const OUTBOX_PAUSE = 60_000

/** A message this long at the clock (ms) is failed. The session host gives up after five minutes on a closed connection. */
export const OUTBOX_LIMIT = 15 * 60_000

/** Ours, and not gone yet as far as is known. A campaign's are looked after by their lane. */
export const isAtClock = (message: MessageRow): boolean =>
  message.fromMe &&
  message.ack === 0 &&
  message.error === null &&
  message.origin !== 'handset' &&
  message.origin !== 'campaign' &&
  !message.isDeleted

type Retry = Extract<Timer, { type: 'outbox' }>['retry']

/** The timer that looks after what a ticket sends now. */
export const outboxTimer = (companyId: string, ticketId: string, now: number, retry?: Retry): Timer => ({
  type: 'outbox',
  companyId,
  ticketId,
  dueAt: now + OUTBOX_PAUSE,
  ...(retry ? { retry } : {}),
})

/** Minute of the last timer this process wrote for a ticket: a burst of messages needs one. */
const written = new Map<string, number>()

/** The write of the outbox timer, or none when this process wrote one for the same minute; `settled` after it is in. */
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
