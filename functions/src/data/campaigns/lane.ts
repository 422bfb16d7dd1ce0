/**
 * Rows of the send queues of connections (`shared/src/rules/campaigns/lane.ts`), one each, changed
 * under their version.
 */
import { type Lane, NEW_LANE } from '@balcao/shared/rules/campaigns/lane.ts'
import { z } from 'zod'
import { definePackedRow } from '../table/packed-row.ts'
import { put, type Write } from '../table/transact.ts'
import { minuteOf, timerWrite } from '../timers/timer.ts'

/** Send queue as the server stores it. */
export type LaneRow = Lane & {
  companyId: string
  connectionId: string
  /** Version of the row; 0 if there is none yet. */
  version: number
  /** WhatsApp id of the message sent last. */
  last: string | null
  /** Epoch milliseconds. */
  updatedAt: number
}

const LANES = definePackedRow({
  kind: 'lane',
  key: { pk: '${companyId}#campaign-lane#${connectionId}', sk: 'lane' },
  content: z.custom<LaneRow>(),
  defaults: { ...NEW_LANE, last: null, updatedAt: 0 },
})

/**
 * Reads a connection's send queue. The read is consistent, as it decides what is sent. Costs one
 * read unit.
 */
export async function getLane(companyId: string, connectionId: string): Promise<LaneRow> {
  const row = await LANES.get({ companyId, connectionId }, { consistent: true })
  return row ?? { ...NEW_LANE, last: null, updatedAt: 0, companyId, connectionId, version: 0 }
}

/** Delay (ms) after which an overdue tick is enqueued again. */
const OVERDUE = 60_000

/** Maximum delay (ms) of an SQS message; a later tick is enqueued by its timer. */
export const LONGEST_DELAY = 900_000

/**
 * Minute of the last timer that this process wrote for each connection: a burst of ticks needs one.
 */
const written = new Map<string, number>()

/**
 * Returns the row after a change and its writes (the first labelled `lane`, refused if the row was
 * changed meanwhile), with the timer of its tick. `settled` must be called after the commit.
 */
export function laneChange(
  before: LaneRow,
  lane: Lane,
  last: string | null = before.last,
): { lane: LaneRow; writes: Write[]; settled: () => void } {
  const after: LaneRow = {
    ...before,
    ...lane,
    last,
    version: before.version + 1,
    updatedAt: Math.max(Date.now(), before.updatedAt + 1),
  }
  const write = put('lane', LANES.replace(after, before.version > 0 ? before : undefined))
  const timer = timerOf(after)
  return { lane: after, writes: [write, ...timer.writes], settled: timer.settled }
}

function timerOf({ companyId, connectionId, campaigns, dueAt, updatedAt }: LaneRow) {
  const at = dueAt - updatedAt > LONGEST_DELAY ? dueAt : dueAt + OVERDUE
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
