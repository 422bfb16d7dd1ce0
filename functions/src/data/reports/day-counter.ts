/**
 * Counters of a company's days, in its time zone: rows written in the transaction that creates,
 * closes, reopens, rates or deletes a ticket, so that the cost of a dashboard depends on its days,
 * not on the number of tickets. A ticket's figures are derived from its row only
 * (ticket-shares.ts): a closed one counts on the day of its closing, and reopening it takes that
 * back. A recount (recount-days.ts) thus gets the same result. `made` counts new tickets by hour.
 * `closed` counts by attendant, `place` by queue and connection, `hour` by the hour in which the
 * ticket began, `tag`, `goal` and `origin` by what a ticket has of these. Rows that are not of one
 * attendant are in four parts, so that no single row is written by everything a company does.
 */
import { addDays, countDays } from '@balcao/shared/rules/days.ts'
import { z } from 'zod'
import { getSettings } from '../company/setting.ts'
import { defineRow } from '../table/define-row.ts'
import { everyItem } from '../table/query-items.ts'
import { put, update, type Write } from '../table/transact.ts'
import { NONE, type TicketRow } from '../tickets/ticket-row.ts'
import { addFigures, type Figures, figuresIn } from './figures.ts'
import {
  addShares,
  type Counted,
  FIGURES,
  type Figure,
  HOURS,
  KINDS,
  type Kind,
  type Share,
  sharesOf,
} from './ticket-shares.ts'

const figure = z.number().optional()
const figures = Object.fromEntries([...FIGURES, ...HOURS].map(name => [name, figure]))

const DAYS = defineRow({
  kind: 'dayCount',
  key: { pk: '${companyId}#days#${kind}', sk: '${place}' },
  content: z.object({
    ...(figures as Record<Figure, typeof figure>),
    companyId: z.string(),
    kind: z.custom<Kind>(),
    /** Day, followed by what is counted (`sharesOf`). */
    place: z.string(),
    /** Attendant's name. */
    name: z.string().optional(),
    /** Number of writes. */
    changes: z.number(),
  }),
  keyOnly: ['companyId', 'kind', 'place'],
  unmarked: true,
})

/**
 * Returns the writes, labelled `day`, for a ticket that is created, changed or deleted. Reads the
 * time zone only if something is counted.
 */
export async function countOnDays(
  companyId: string,
  before: TicketRow | undefined,
  after: TicketRow | undefined,
): Promise<Write[]> {
  if (before && after && before.status !== 'closed' && after.status !== 'closed') return []
  const { timezone } = await getSettings(companyId)
  const changes = new Map<string, Share>()
  const add = (ticket: TicketRow | undefined, by: 1 | -1) => {
    for (const share of ticket ? sharesOf(ticket, timezone) : []) {
      const key = `${share.kind}#${share.sk}`
      const figures = changes.get(key)?.figures ?? {}
      addFigures(figures, share.figures, by)
      changes.set(key, { ...share, figures })
    }
  }
  add(before, -1)
  add(after, 1)
  return [...changes.values()].flatMap(share => {
    const moved = Object.entries(share.figures).filter(([, by]) => by !== 0)
    return moved.length > 0 ? [change(companyId, { ...share, figures: Object.fromEntries(moved) })] : []
  })
}

/**
 * Returns the write that adds figures to a row. `changes` counts its writes, by which a recount
 * detects that nobody wrote between its read and its write.
 */
const change = (companyId: string, { kind, sk, figures, name }: Share): Write =>
  update(
    'day',
    DAYS.upsert({ companyId, kind, place: sk }, { set: { name: name || undefined }, add: { ...figures, changes: 1 } }),
  )

export type DayRow = { kind: Kind; sk: string; figures: Figures; name?: string; changes: number }

/** Number of rows per query: more than a company with a hundred attendants has in a month. */
const A_PAGE = 10_000
/** Number of days read per query; the queries run in parallel. */
const CHUNK_DAYS = 31

async function rowsOf(companyId: string, kind: Kind, from: string, to: string, consistent: boolean): Promise<DayRow[]> {
  const names = kind === 'made' ? HOURS : FIGURES
  const query = DAYS.query({ companyId, kind }, { from, to })
  const options = { attributes: ['sk', 'name', 'changes', ...names], consistent, limit: A_PAGE }
  const rows: DayRow[] = []
  for await (const item of everyItem(query, options))
    rows.push({
      kind,
      sk: String(item.sk),
      figures: figuresIn(item, names),
      ...(item.name ? { name: String(item.name) } : {}),
      changes: Number(item.changes),
    })
  return rows
}

/**
 * Reads the rows of a range of days, both ends included. Costs half a read unit per about 16 of
 * them.
 */
export async function rowsOfDays(companyId: string, kind: Kind, first: string, last: string): Promise<DayRow[]> {
  const chunks: Promise<DayRow[]>[] = []
  // By number: behind the year 9999 days are no longer in the order of their texts.
  for (let done = 0; done < countDays(first, last); done += CHUNK_DAYS) {
    const end = addDays(first, done + CHUNK_DAYS - 1)
    chunks.push(
      rowsOf(companyId, kind, `${addDays(first, done)}#`, `${countDays(end, last) > 0 ? end : last}#~`, false),
    )
  }
  return (await Promise.all(chunks)).flat()
}

/** Reads every row consistently. */
export const everyDayRow = async (companyId: string): Promise<DayRow[]> =>
  (await Promise.all(KINDS.map(kind => rowsOf(companyId, kind, '0', '~', true)))).flat()

/**
 * Returns how many tickets began in each hour (0-23) of each of these days; days without any are
 * left out.
 */
export async function madeOnDays(companyId: string, first: string, last: string): Promise<Map<string, number[]>> {
  const days = new Map<string, number[]>()
  for (const { sk, figures } of await rowsOfDays(companyId, 'made', first, last)) {
    const hours = days.get(sk.slice(0, 10)) ?? HOURS.map(() => 0)
    for (const [i, hour] of HOURS.entries()) hours[i]! += figures[hour] ?? 0
    days.set(sk.slice(0, 10), hours)
  }
  return days
}

export type Closed = Record<Figure, number>
export const NOTHING = Object.fromEntries(FIGURES.map(figure => [figure, 0])) as Closed

export type ClosedBy = Closed & {
  /** Attendant; null if there was none. */
  userId: string | null
  /** Name at the last closing. */
  name: string
}

/** Returns the tickets closed on these days, by attendant. Times are sums of seconds. */
export async function closedOnDays(companyId: string, first: string, last: string): Promise<ClosedBy[]> {
  const sums = new Map<string, ClosedBy>()
  for (const { sk, figures, name } of await rowsOfDays(companyId, 'closed', first, last)) {
    const owner = sk.split('#')[1] ?? NONE
    const sum = sums.get(owner) ?? { ...NOTHING, userId: owner === NONE ? null : owner, name: '' }
    for (const figure of FIGURES) sum[figure] += figures[figure] ?? 0
    // Days come in order, so the last name is the latest.
    sums.set(owner, { ...sum, name: name ?? sum.name })
  }
  return [...sums.values()]
}

/**
 * Returns the writes, labelled `day`, for tickets that are created together, closed or
 * not: each row is written once.
 */
export function countNewOnDays(companyId: string, tickets: Iterable<Counted>, zone: string): Write[] {
  const sums = new Map<string, Share>()
  for (const ticket of tickets) addShares(sums, ticket, zone)
  return [...sums.values()].map(sum => change(companyId, sum))
}

/** Returns all rows of a company, for bulk loads of tickets into a new one. */
export function dayRowsOf(companyId: string, tickets: Iterable<Counted>, zone: string): Write[] {
  const sums = new Map<string, Share>()
  for (const ticket of tickets) addShares(sums, ticket, zone)
  return [...sums.values()].map(sum => setDayRow(companyId, sum, undefined))
}

/**
 * Returns a write, labelled `day`, that sets a row to its correct figures; refused if something was
 * counted in it since it was read (`seen`; undefined if it did not exist).
 */
export function setDayRow(companyId: string, share: Share, seen: DayRow | undefined): Write {
  const row = {
    ...share.figures,
    ...{ companyId, kind: share.kind, place: share.sk },
    ...(share.name ? { name: share.name } : {}),
    changes: (seen?.changes ?? 0) + 1,
  }
  return put('day', seen ? DAYS.put(row, { when: is => [is.equal('changes', seen.changes)] }) : DAYS.create(row))
}
