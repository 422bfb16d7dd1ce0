/**
 * Rows of the send queues of connections (`shared/src/rules/campaigns/lane.ts`), one each, changed
 * under their version. Keys: pk `company#campaign-lane#connection`, sk `lane`.
 */
import { type Lane, NEW_LANE } from '@balcao/shared/rules/campaigns/lane.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { whileAt } from '../table/keys.ts'
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

const keyOf = (companyId: string, connectionId: string) => ({
  pk: `${companyId}#campaign-lane#${connectionId}`,
  sk: 'lane',
})

/**
 * Reads a connection's send queue. The read is consistent, as it decides what is sent. Costs one
 * read unit.
 */
export async function getLane(companyId: string, connectionId: string): Promise<LaneRow> {
  const item = await getItem(keyOf(companyId, connectionId), true)
  const known = item ? (JSON.parse(item.row as string) as Lane) : {}
  return {
    ...NEW_LANE,
    last: null,
    updatedAt: 0,
    ...known,
    companyId,
    connectionId,
    version: Number(item?.version ?? 0),
  }
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
  const { companyId, connectionId } = before
  const after: LaneRow = {
    ...before,
    ...lane,
    last,
    version: before.version + 1,
    updatedAt: Math.max(Date.now(), before.updatedAt + 1),
  }
  const { companyId: _, connectionId: __, version, ...content } = after
  const write = put('lane', {
    TableName: tableName(),
    Item: { ...keyOf(companyId, connectionId), version, row: JSON.stringify(content) },
    ...whileAt(before.version > 0 ? before : undefined),
  })
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
