import type { TeamDimension, TeamRow } from '@balcao/shared/api/reports/team-report.ts'
import { addDays, countDays } from '@balcao/shared/rules/days.ts'
import { goalKeyOf } from '@balcao/shared/rules/goals/ticket-goals.ts'
import { listWhatsapps } from '../channels/whatsapp.ts'
import { GOALS } from '../goals/goal.ts'
import { everyRow } from '../table/small-list.ts'
import { listQueues } from '../team/queue.ts'
import { listUsers } from '../team/user.ts'
import { listTags } from '../tickets/tag.ts'
import { NONE } from '../tickets/ticket-row.ts'
import type { Figures } from './figures.ts'
import { type Sums, shownFigures, sumsOf } from './team-figures.ts'

/** Days in the company's time zone, both ends included. */
type Range = { first: string; last: string }

type Named = { id: string; name: string }

export type TeamReport = {
  range: Range
  previous: Range
  totals: Pick<TeamRow, 'now' | 'before'>
  rows: TeamRow[]
}

/** Reads the report by team of a range of days, and of as many days before it. */
export async function teamReportOf(companyId: string, by: TeamDimension, range: Range): Promise<TeamReport> {
  const { first, last } = range
  const previous = { first: addDays(first, -countDays(first, last)), last: addDays(first, -1) }
  const [now, before, known] = await Promise.all([
    sumsOf(companyId, by, first, last),
    sumsOf(companyId, by, previous.first, previous.last),
    KNOWN[by](companyId),
  ])
  const all = { now: shownFigures(now.all, total(now.made)), before: earlier(before.all, before, total(before.made)) }
  if (by === 'hour') return { range, previous, totals: all, rows: hoursOf(now, before) }
  const rows = [...keysOf(by, now, before, known)].map(([key, name]): TeamRow => {
    const sum = now.by.get(key)
    return {
      key: key === NONE ? null : key,
      name: name || sum?.name || before.by.get(key)?.name || '',
      isGone: key !== NONE && !known.has(key) && by !== 'origin',
      now: shownFigures(sum?.figures ?? {}),
      before: earlier(before.by.get(key)?.figures, before),
    }
  })
  return { range, previous, totals: all, rows: [...rows, ...without(by, now, before)].sort(byClosed) }
}

/** Names of what exists, by its key in the counters; also without a ticket it has a row. */
const KNOWN: Record<TeamDimension, (companyId: string) => Promise<ReadonlyMap<string, string>>> = {
  queue: async id => namesOf(await listQueues(id)),
  user: async id => namesOf(await listUsers(id)),
  connection: async id => namesOf(await listWhatsapps(id)),
  hour: async () => new Map(),
  tag: async id => namesOf(await listTags(id)),
  origin: async () => new Map(),
  goal: async id => namesOf((await everyRow(id, GOALS)).map(goal => ({ ...goal, id: goalKeyOf(goal.id) }))),
}

const namesOf = (rows: readonly Named[]): Map<string, string> => new Map(rows.map(({ id, name }) => [id, name]))

/**
 * Returns the rows' keys with their names. A tag that nothing has is
 * left out: there may be hundreds.
 */
function keysOf(by: TeamDimension, now: Sums, before: Sums, known: ReadonlyMap<string, string>): Map<string, string> {
  const used = [...now.by, ...before.by].filter(([, { figures }]) => (figures.closed ?? 0) > 0).map(([key]) => key)
  const keys = by === 'tag' ? used : [...known.keys(), ...used]
  return new Map(keys.map(key => [key, known.get(key) ?? '']))
}

/** Returns the row of tickets that no advertisement brought. */
function without(by: TeamDimension, now: Sums, before: Sums): TeamRow[] {
  if (by !== 'origin') return []
  const rest = restOf(now)
  const was = restOf(before)
  if (!rest.closed && !was.closed) return []
  return [{ key: null, name: '', isGone: false, now: shownFigures(rest), before: earlier(was, before) }]
}

function restOf({ all, by }: Sums): Figures {
  const rest = { ...all }
  for (const { figures } of by.values())
    for (const [name, value] of Object.entries(figures)) rest[name] = (rest[name] ?? 0) - value
  return rest
}

const hoursOf = (now: Sums, before: Sums): TeamRow[] =>
  now.made.map((opened, hour) => {
    const key = String(hour).padStart(2, '0')
    return {
      ...{ key, name: '', isGone: false },
      now: shownFigures(now.by.get(key)?.figures ?? {}, opened),
      before: earlier(before.by.get(key)?.figures, before, before.made[hour]!),
    }
  })

/** Returns figures of the days before; null if nothing was closed in these days at all. */
const earlier = (figures: Figures | undefined, { all }: Sums, opened: number | null = null): TeamRow['before'] =>
  all.closed ? shownFigures(figures ?? {}, opened) : null

const total = (made: readonly number[]): number => made.reduce((sum, count) => sum + count, 0)

const byClosed = (a: TeamRow, b: TeamRow): number => b.now.closed - a.now.closed || a.name.localeCompare(b.name)
