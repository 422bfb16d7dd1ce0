/**
 * The lanes of connections (`shared/src/rules/campaigns/lane.ts`): a row each, changed under its version.
 *
 * Keys: pk `company#campaign-lane#connection`, sk `lane`.
 */
import { type Lane, NEW_LANE } from '@balcao/shared/rules/campaigns/lane.ts'
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { whileAt } from '../table/keys.ts'
import { put, type Write } from '../table/transact.ts'
import { minuteOf, timerWrite } from '../timers/timer.ts'

/** A lane as the server knows it. */
export type LaneRow = Lane & {
  companyId: string
  connectionId: string
  /** 0: there is no row yet. */
  version: number
  /** The WhatsApp id of what left last. */
  last: string | null
  /** Epoch ms. */
  updatedAt: number
}

const keyOf = (companyId: string, connectionId: string) => ({
  pk: `${companyId}#campaign-lane#${connectionId}`,
  sk: 'lane',
})

/** Consistent: it decides what is sent. One read unit. */
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

/** A tick that did not come by then (ms behind its time) is sent again. */
const OVERDUE = 60_000

/** A message can be delayed by this (ms) at the most; a later tick comes by its timer. */
export const LONGEST_DELAY = 900_000

/** Minute of the last timer this process wrote for a connection: a burst of ticks needs one. */
const written = new Map<string, number>()

/**
 * The row after a change, and the writes (the first labelled `lane`) that make it so while nobody else changed it, with the timer of its
 * tick; `settled` after they are in.
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
