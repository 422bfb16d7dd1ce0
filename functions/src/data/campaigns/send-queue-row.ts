/**
 * Rows of the send queues of connections (`shared/src/rules/campaigns/send-queue.ts`), one each,
 * changed under their version.
 */
import { EMPTY_SEND_QUEUE, type SendQueue } from '@balcao/shared/rules/campaigns/send-queue.ts'
import { z } from 'zod'
import { definePackedRow } from '../table/packed-row.ts'
import { put, type Write } from '../table/transact.ts'
import { minuteOf, timerWrite } from '../timers/timer.ts'

/** Send queue as the server stores it. */
export type SendQueueRow = SendQueue & {
  companyId: string
  connectionId: string
  /** Version of the row; 0 if there is none yet. */
  version: number
  /** WhatsApp id of the message sent last. */
  last: string | null
  /** Epoch milliseconds. */
  updatedAt: number
}

const SEND_QUEUES = definePackedRow({
  kind: 'lane',
  key: { pk: '${companyId}#campaign-lane#${connectionId}', sk: 'lane' },
  content: z.custom<SendQueueRow>(),
  defaults: { ...EMPTY_SEND_QUEUE, last: null, updatedAt: 0 },
})

/**
 * Reads a connection's send queue. The read is consistent, as it decides what is sent. Costs one
 * read unit.
 */
export async function getSendQueue(companyId: string, connectionId: string): Promise<SendQueueRow> {
  const row = await SEND_QUEUES.get({ companyId, connectionId }, { consistent: true })
  return row ?? { ...EMPTY_SEND_QUEUE, last: null, updatedAt: 0, companyId, connectionId, version: 0 }
}

/** Delay (ms) after which an overdue tick is enqueued again. */
const OVERDUE = 60_000

/** Maximum delay (ms) of an SQS message; a later tick is enqueued by its timer. */
export const MAX_DELAY_MS = 900_000

/**
 * Minute of the last timer that this process wrote for each connection: a burst of ticks needs one.
 */
const written = new Map<string, number>()

/**
 * Returns the row after a change and its writes (the first labelled `lane`, refused if the row was
 * changed meanwhile), with the timer of its tick. `settled` must be called after the commit.
 */
export function sendQueueChange(
  before: SendQueueRow,
  sendQueue: SendQueue,
  last: string | null = before.last,
): { sendQueue: SendQueueRow; writes: Write[]; settled: () => void } {
  const after: SendQueueRow = {
    ...before,
    ...sendQueue,
    last,
    version: before.version + 1,
    updatedAt: Math.max(Date.now(), before.updatedAt + 1),
  }
  const write = put('lane', SEND_QUEUES.replace(after, before.version > 0 ? before : undefined))
  const timer = timerOf(after)
  return { sendQueue: after, writes: [write, ...timer.writes], settled: timer.settled }
}

function timerOf({ companyId, connectionId, campaigns, dueAt, updatedAt }: SendQueueRow) {
  const at = dueAt - updatedAt > MAX_DELAY_MS ? dueAt : dueAt + OVERDUE
  if (campaigns.length === 0 || written.get(connectionId) === minuteOf(at))
    return { writes: [], settled: () => undefined }
  return {
    writes: [timerWrite({ type: 'tick', companyId, connectionId, dueAt: at })],
    settled() {
      if (written.size > 5000) written.clear()
      written.set(connectionId, minuteOf(at))
    },
  }
}
